"""Features reach the store through a player's view and have no other way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import companion.engine.builtin

RAW = {"Store", "SqliteStore"}
FEATURES = sorted(Path(companion.engine.builtin.__file__).parent.rglob("*.py"))


def raw_stores(source: str) -> set[str]:
    """Names of the administrative store that a module imports."""
    return {
        name.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion.engine.")
        for name in node.names
        if name.name in RAW or name.name == "sqlite_store"
    }


@pytest.mark.behaviour("STORE-051")
def test_no_feature_imports_the_administrative_store() -> None:
    assert FEATURES
    found = {path.name: raw_stores(path.read_text("utf-8")) for path in FEATURES}
    assert {name: names for name, names in found.items() if names} == {}


def test_a_feature_that_imported_it_would_be_found() -> None:
    assert raw_stores("from companion.engine.storage.store import Store, PlayerStore") == {"Store"}
    assert raw_stores("from companion.engine.storage import sqlite_store") == {"sqlite_store"}
