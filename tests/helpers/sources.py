"""The package's files as trees, for contracts that are held against its own text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "companion"


def trees(folder: str = "") -> Iterator[tuple[str, ast.Module]]:
    """Name below the package, and tree, of each file in a folder of it."""
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """Modules that a file imports, wherever in it."""
    plain = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    return plain | {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
