"""Node `list`: lines with a bullet, a number, an icon or nothing in front."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from companion.cards.item_text import item_name
from companion.cards.view import BoundEntry, BoundList, Span
from companion.ui.cards.item_tile import tip_of
from companion.ui.cards.row_entry import COMPACT_TILE_PX, RowEntry
from companion.ui.cards.row_fronts import aligned
from companion.ui.cards.rows_widget import RowsWidget
from companion.ui.cards.scope import CardScope
from companion.ui.type_setting import plain_of


class EntryList(RowsWidget):
    """One row a line."""

    def __init__(self, node: BoundList, scope: CardScope) -> None:
        super().__init__(scope, scope.text("ui.list.entries"))
        self.show_node(node)

    def show_node(self, node: BoundList) -> None:
        """Show another page."""
        pressed = any(entry.choice for entry in node.entries)
        tiled = any(entry.icon for entry in node.entries)
        entries = [
            _entry(entry, number, node.mark, self._scope, inset=pressed)
            for number, entry in enumerate(node.entries, node.first)
        ]
        if pressed:
            entries = [_in_line(entry, tiled=tiled) for entry in entries]
        self.show_page(aligned(entries), node.empty)


def list_widget(node: BoundList, scope: CardScope) -> QWidget:
    """The lines."""
    return EntryList(node, scope)


def _in_line(entry: RowEntry, *, tiled: bool) -> RowEntry:
    """A row that cannot be pressed, among such that can: its words stand below theirs."""
    if entry.number:
        return entry
    locked = "lock" if tiled and entry.tile is None else ""
    return replace(entry, bullet=True, among_numbers=True, mark=locked)


def _entry(entry: BoundEntry, place: int, mark: str, scope: CardScope, *, inset: bool) -> RowEntry:
    number = entry.choice.number if entry.choice else place if mark == "number" else 0
    said = ", ".join(part for part in (plain_of(entry.line), entry.detail) if part)
    said = said or _wordless(entry, scope)
    return RowEntry(
        name=f"{number}. {said}" if number else said,
        titles=(entry.line,),
        choice=entry.choice,
        number=number,
        bullet=not number and mark == "bullet" and entry.icon is None,
        tile=entry.icon,
        tile_side=COMPACT_TILE_PX,
        icons=scope.icons,
        below=((Span(entry.detail),),) if entry.detail else (),
        title_rows=0,
        below_rows=3,
        inset=inset,
        tip=tip_of(entry.icon, scope.translations) if entry.icon else "",
    )


def _wordless(entry: BoundEntry, scope: CardScope) -> str:
    """What a row is called whose field is empty: somebody who only listens finds it too."""
    if entry.choice is not None:
        return entry.choice.label
    return item_name(entry.icon, scope.translations) if entry.icon else scope.text("ui.list.blank")
