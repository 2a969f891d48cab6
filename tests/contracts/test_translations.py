"""Every text is there in every language, with the same places, and every key in use exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.support.errors import Failure
from companion.support.paths import shipped
from companion.support.resources import LOCALES, translation_tables

CODE = Path(__file__).parents[2] / "companion"
PLACE = re.compile(r"\{[a-z_]+\}")
OTHERS = tuple(locale for locale in LOCALES if locale != "en_us")
OUR_CALLS = {"phrase", "text", "has"}
KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")


@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_has_the_same_keys(locale: str) -> None:
    tables = translation_tables()

    assert tables[locale].keys() ^ tables["en_us"].keys() == set()


@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_has_the_same_places(locale: str) -> None:
    tables = translation_tables()
    shared = tables[locale].keys() & tables["en_us"].keys()

    different = {
        key
        for key in shared
        if set(PLACE.findall(tables[locale][key])) != set(PLACE.findall(tables["en_us"][key]))
    }

    assert different == set()


def test_the_program_has_one_name_in_chinese() -> None:
    others = ("伴侣", "伙伴", "同伴")
    table = translation_tables()["zh_cn"]

    assert {key for key, text in table.items() if any(name in text for name in others)} == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_no_text_is_empty(locale: str) -> None:
    assert [key for key, text in translation_tables()[locale].items() if not text.strip()] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_failure_has_a_sentence(locale: str) -> None:
    table = translation_tables()[locale]

    assert {failure for failure in Failure if f"failure.{failure}" not in table} == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_no_failure_sentence_is_left_over(locale: str) -> None:
    spoken_of = {key for key in translation_tables()[locale] if key.startswith("failure.")}

    assert spoken_of <= {f"failure.{failure}" for failure in Failure}


@pytest.mark.parametrize("file", sorted(CODE.rglob("*.py")), ids=lambda file: file.name)
def test_every_key_in_code_exists(file: Path) -> None:
    known = translation_tables()["en_us"]

    assert {key for key in keys_in(ast.parse(file.read_text("utf-8"))) if key not in known} == set()


@pytest.mark.parametrize("file", sorted(shipped("cards").rglob("*.json")), ids=lambda f: f.stem)
def test_every_key_in_a_template_exists(file: Path) -> None:
    used = re.findall(r"%([a-z0-9_.]+)%", file.read_text("utf-8"))

    assert set(used) <= translation_tables()["en_us"].keys()


def keys_in(tree: ast.AST) -> Iterator[str]:
    """Keys written out in `phrase("...")`, `Phrase(key="...")`, `texts.text("...")`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        first = node.args[:1] if name in OUR_CALLS else []
        named = [k.value for k in node.keywords if k.arg == "key" and name == "Phrase"]
        for value in (*first, *named):
            if isinstance(value, ast.Constant) and KEY.fullmatch(str(value.value)):
                yield str(value.value)


def test_keys_are_found_where_code_names_them() -> None:
    code = 'phrase("a.b", x=1); Phrase(key="c.d"); t.text("e.f"); print("g.h"); phrase(name)'

    assert set(keys_in(ast.parse(code))) == {"a.b", "c.d", "e.f"}
