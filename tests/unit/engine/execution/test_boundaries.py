"""What the core must not know, read from its sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[4] / "companion" / "engine"
ROOMS = ("execution", "tools", "react", "modules")
OLDER = {"desk.py", "player.py", "task.py", "replay.py", "cards.py", "workers.py"}
FILES = [
    file
    for room in ROOMS
    for file in sorted((ENGINE / room).glob("*.py"))
    if not (room == "execution" and file.name in OLDER)
]
FEATURES = re.compile(
    r"companion\.(games|engine\.(builtin|quest_views|registry|runtime|server)|engine\.storage\.sqlite)"
)
ACTION = re.compile(r"[a-z0-9_.-]+:[a-z0-9_./-]+")


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def compared_texts(tree: ast.AST) -> Iterator[str]:
    """Texts that something is compared with or matched against."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Compare, ast.MatchValue)):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


@pytest.mark.behaviour("MOD-073", "ENG-002")
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_core_knows_no_feature_no_game_and_no_database(file: Path) -> None:
    found = set(imports(ast.parse(file.read_text("utf-8"))))

    assert {name for name in found if FEATURES.match(name) or name == "sqlite3"} == set()


@pytest.mark.behaviour("ENG-075")
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_core_decides_nothing_by_the_name_of_a_module(file: Path) -> None:
    texts = set(compared_texts(ast.parse(file.read_text("utf-8"))))

    assert {text for text in texts if ACTION.fullmatch(text)} == set()


def test_the_readers_of_sources_see_what_they_look_for() -> None:
    tree = ast.parse("import sqlite3\nif action == 'system:shop': pass")

    assert (list(imports(tree)), list(compared_texts(tree))) == (["sqlite3"], ["system:shop"])
    assert FEATURES.match("companion.engine.builtin.help.module")
    assert FEATURES.match("companion.engine.storage.sqlite_store")
