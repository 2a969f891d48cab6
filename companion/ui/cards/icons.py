"""Node `icons`: marks with words for goals and rewards that are no items, under a title."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundIcon, BoundIcons, Span
from companion.ui.cards.entry_places import Cell
from companion.ui.cards.item_tile import TILE_PX
from companion.ui.cards.more import more_words
from companion.ui.cards.press_list import PressList
from companion.ui.cards.row_entry import COMPACT_TILE_PX, RowEntry
from companion.ui.cards.row_fronts import aligned
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column
from companion.ui.theme import GRID, Size
from companion.ui.type_setting import plain_of
from companion.ui.words import Style, Words

COLUMNS = 2
CELL = Cell(least_px=150)
MARKS: Mapping[str, str] = {
    "xp": "xp",
    "xp_levels": "xp",
    "checkmark": "check",
    "kill": "sword",
    "advancement": "trophy",
    "location": "map",
    "dimension": "world",
    "biome": "map",
    "structure": "map",
    "observation": "eye",
    "stat": "chart",
    "forge_energy": "bolt",
    "fluid": "drop",
    "gamestage": "flag",
    "stage": "flag",
    "command": "terminal",
    "random": "dice",
    "loot": "gift",
    "choice": "gift",
    "all_table": "gift",
    "toast": "bell",
    "currency": "coin",
}
"""Type ids without their namespace; others are drawn with a star."""


def icons_widget(node: BoundIcons, scope: CardScope) -> QWidget:
    """Title and marks."""
    widget, layout = column(GRID)
    if node.title:
        layout.addWidget(Words(node.title, Style(Size.SMALL, "muted", bold=True)))
    marks = PressList(
        scope,
        node.title or scope.text("ui.list.icons"),
        columns=min(COLUMNS, len(node.icons)),
        cell=CELL,
    )
    marks.show_entries(aligned([icon_entry(icon, scope) for icon in node.icons]), scope)
    layout.addWidget(marks)
    if node.more:
        layout.addWidget(more_words(node.more, scope))
    return widget


def mark_of(kind: str) -> str:
    """The mark of a type id such as `ftbquests:xp`."""
    return MARKS.get(kind.rpartition(":")[2], "star")


def icon_entry(icon: BoundIcon, scope: CardScope) -> RowEntry:
    """A mark with its words."""
    done = scope.text("ui.item.done") if icon.done else ""
    below = " · ".join(part for part in (icon.amount, done) if part)
    number = icon.choice.number if icon.choice else 0
    said = ", ".join(part for part in (plain_of(icon.text), icon.amount, done) if part)
    return RowEntry(
        name=f"{number}. {said}" if number else said,
        titles=(icon.text,),
        choice=icon.choice,
        number=number,
        mark="check" if icon.done else mark_of(icon.kind),
        tile_side=COMPACT_TILE_PX if scope.compact else TILE_PX,
        below=((Span(below),),) if below else (),
        title_rows=2,
        below_rows=1,
        tip="\n".join(icon.hints),
    )
