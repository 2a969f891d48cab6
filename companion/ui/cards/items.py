"""Node `items`: titled groups of tiles with name, amount and note."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.cards.item_text import item_name, others_words
from companion.cards.view import BoundChoice, BoundItemGroup, BoundItems, Span
from companion.protocol.cards.item import ItemPreview
from companion.ui.cards.entry_places import Cell
from companion.ui.cards.item_tile import spoken_name, tip_of
from companion.ui.cards.more import more_words
from companion.ui.cards.press_list import PressList
from companion.ui.cards.pressed_item import item_choice
from companion.ui.cards.row_entry import RowEntry
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

COLUMNS = 2
CELL = Cell(least_px=150)


def items_widget(node: BoundItems, scope: CardScope) -> QWidget:
    """The groups, one below another."""
    widget, layout = column(3 * GRID)
    for group in node.groups:
        layout.addWidget(_group(group, scope))
    return widget


def _group(group: BoundItemGroup, scope: CardScope) -> QWidget:
    widget, layout = column(GRID)
    if group.title:
        layout.addWidget(Words(group.title, Style(Size.SMALL, "muted", bold=True)))
    tiles = PressList(
        scope,
        group.title or scope.text("ui.list.items"),
        columns=min(COLUMNS, len(group.items)),
        cell=CELL,
    )
    entries = [
        item_entry(item, note, scope) for item, note in zip(group.items, group.notes, strict=True)
    ]
    tiles.show_entries(entries, scope)
    layout.addWidget(tiles)
    if group.more:
        layout.addWidget(more_words(group.more, scope))
    return widget


def item_entry(item: ItemPreview, note: str, scope: CardScope) -> RowEntry:
    """An item with its name and what is to say about it; a press asks where it comes from."""
    below = note_line(item, note, scope)
    choice: BoundChoice | None = item_choice(item)
    said = spoken_name(item, scope.translations) + (f", {below}" if below else "")
    return RowEntry(
        name=scope.text("ui.item.press", item=said) if choice else said,
        titles=((Span(item_name(item, scope.translations)),),),
        choice=choice,
        tile=item,
        icons=scope.icons,
        below=((Span(below),),) if below else (),
        title_rows=2,
        below_rows=2,
        tip=tip_of(item, scope.translations),
    )


def note_line(item: ItemPreview, note: str, scope: CardScope) -> str:
    """What stands below an item's name: how many are there, the note, other choices."""
    text = scope.translations.text
    parts = []
    if item.done:
        parts.append(text("ui.item.done"))
    elif item.have >= 0 and item.count > 0:
        parts.append(text("ui.item.have", have=str(item.have), count=str(item.count)))
    elif item.have >= 0:
        parts.append(text("ui.item.owned", have=str(item.have)))
    if note:
        parts.append(note)
    parts.append(others_words(item, scope.translations))
    return " · ".join(part for part in parts if part)
