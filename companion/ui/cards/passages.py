"""Node `passages`: pieces of text with where they are from."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundPassage, BoundPassages
from companion.ui.cards.lettering import Type
from companion.ui.cards.row_entry import RowEntry
from companion.ui.cards.row_fronts import aligned
from companion.ui.cards.rows_widget import RowsWidget
from companion.ui.cards.scope import CardScope
from companion.ui.theme import Size
from companion.ui.type_setting import plain_of

TITLE = Type(Size.BODY, "ink", bold=True)
TEXT = Type(Size.SMALL, "muted")
COMPACT_ROWS = 3


class Passages(RowsWidget):
    """One row a passage: citation, title, words, source."""

    def __init__(self, node: BoundPassages, scope: CardScope) -> None:
        super().__init__(scope, scope.text("ui.list.passages"))
        self.show_node(node)

    def show_node(self, node: BoundPassages) -> None:
        """Show another page."""
        entries = [_entry(passage, self._scope) for passage in node.passages]
        self.show_page(aligned(entries), node.empty)


def passages_widget(node: BoundPassages, scope: CardScope) -> QWidget:
    """The passages."""
    return Passages(node, scope)


def _entry(passage: BoundPassage, scope: CardScope) -> RowEntry:
    source = " · ".join(part for part in (passage.source, passage.address) if part)
    said = " ".join(plain_of(line) for line in passage.text)
    name = ", ".join(part for part in (plain_of(passage.title), said, source) if part)
    return RowEntry(
        name=f"{passage.number}. {name}",
        titles=(passage.title,) if passage.title else (),
        choice=passage.choice,
        number=passage.number,
        below=passage.text,
        title_rows=2,
        below_rows=COMPACT_ROWS if scope.compact else 8,
        foot=source,
        tip=source,
        kinds=(TITLE, TEXT),
    )
