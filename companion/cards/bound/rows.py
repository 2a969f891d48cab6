"""Bound nodes of many entries that turn pages: `grid`, `list`, `table`, `choices`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.bound.base import Bound
from companion.cards.bound.press import BoundCategory, BoundChoice
from companion.cards.bound.text import Line
from companion.protocol.cards.item import ItemPreview


@dataclass(frozen=True, slots=True)
class BoundCell:
    """One cell of a grid.

    Attributes:
        content: What is drawn in it.
        choice: What a press on the whole cell does; None for a cell that is only seen.
        name: What a screen reader calls it.
        tooltip: Lines.
    """

    content: Bound
    name: str
    choice: BoundChoice | None = None
    tooltip: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundGrid(Bound):
    """Node `grid`: cells of the visible page, row by row; one page shrinks to its content."""

    cells: tuple[BoundCell, ...]
    columns: int
    page: int = 0
    pages: int = 1
    categories: tuple[BoundCategory, ...] = ()
    empty: str = ""


@dataclass(frozen=True, slots=True)
class BoundEntry:
    """One line of `list`.

    Attributes:
        line: What is written.
        detail: Plain, smaller, below it; may be empty.
        icon: In front; None for the list's own mark.
        choice: What a press does; None for a line that is only read.
    """

    line: Line
    detail: str = ""
    icon: ItemPreview | None = None
    choice: BoundChoice | None = None


@dataclass(frozen=True, slots=True)
class BoundList(Bound):
    """Node `list`: lines with a bullet, a number or nothing in front."""

    entries: tuple[BoundEntry, ...]
    mark: str = "bullet"
    """bullet, number or none."""
    first: int = 1
    """Number of the first entry of the page."""
    page: int = 0
    pages: int = 1
    empty: str = ""


@dataclass(frozen=True, slots=True)
class BoundHeader:
    """The head of a table's column."""

    title: str
    align: str = "left"
    """left, right or centre."""
    grow: bool = False
    """Whether the column takes the width that is left."""


@dataclass(frozen=True, slots=True)
class BoundTable(Bound):
    """Node `table`: rows of the visible page, one line a cell."""

    headers: tuple[BoundHeader, ...]
    rows: tuple[tuple[Line, ...], ...]
    page: int = 0
    pages: int = 1
    empty: str = ""


@dataclass(frozen=True, slots=True)
class BoundLine:
    """One row of `choices`: number, what to say, what it does."""

    choice: BoundChoice
    detail: str


@dataclass(frozen=True, slots=True)
class BoundChoices(Bound):
    """Node `choices`: numbered sentences or candidates, as in *help*; pages like a list."""

    lines: tuple[BoundLine, ...]
    page: int = 0
    pages: int = 1
