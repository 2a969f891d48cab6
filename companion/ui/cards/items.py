"""Node `items`: titled groups of tiles with name, amount and note."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.cards.view import BoundItemGroup, BoundItems
from companion.language.legacy_codes import plain
from companion.protocol.cards.item import ItemPreview
from companion.ui.cards.item_tile import ItemTile
from companion.ui.cards.scope import CardScope
from companion.ui.flow_layout import FlowLayout
from companion.ui.icons import IconMark
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

FULL_WIDTH = 240
COMPACT_WIDTH = 176
"""Two columns of a notification."""


def items_widget(node: BoundItems, scope: CardScope) -> QWidget:
    """The groups, one below another."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(3 * GRID)
    for group in node.groups:
        column.addWidget(_group(group, scope))
    return widget


def _group(group: BoundItemGroup, scope: CardScope) -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2 * GRID)
    if group.title:
        column.addWidget(Words(group.title, Style(Size.SMALL, "muted", bold=True)))
    tiles = QWidget()
    flow = FlowLayout(tiles, spacing=2 * GRID)
    for item, note in zip(group.items, group.notes, strict=True):
        flow.addWidget(_item(item, note, scope))
    column.addWidget(tiles)
    return widget


def _item(item: ItemPreview, note: str, scope: CardScope) -> QWidget:
    widget = QWidget()
    widget.setFixedWidth(COMPACT_WIDTH if scope.compact else FULL_WIDTH)
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(2 * GRID)
    row.addWidget(ItemTile(item), 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(_texts(item, note, scope), 1)
    return widget


def _texts(item: ItemPreview, note: str, scope: CardScope) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addStretch(1)
    column.addWidget(Words(plain(item.name), Style(max_lines=2)))
    if below := note_line(item, note, scope):
        column.addLayout(_note(below, done=item.done))
    column.addStretch(1)
    return column


def _note(words: str, *, done: bool) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(GRID)
    if done:
        row.addWidget(IconMark("check", "accent", 14), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(Words(words, Style(Size.SMALL, "muted", max_lines=2)), 1)
    return row


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
    if item.others > 0:
        key = "ui.item.others.one" if item.others == 1 else "ui.item.others.many"
        parts.append(text(key, count=str(item.others)))
    return " · ".join(parts)
