"""Node `choices`: numbered sentences or candidates."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundChoices, BoundLine, Span
from companion.ui.cards.row_entry import RowEntry
from companion.ui.cards.row_fronts import aligned
from companion.ui.cards.rows_widget import RowsWidget
from companion.ui.cards.scope import CardScope


class Choices(RowsWidget):
    """One row a choice."""

    def __init__(self, node: BoundChoices, scope: CardScope) -> None:
        super().__init__(scope, scope.text("ui.list.choices"))
        self.show_node(node)

    def show_node(self, node: BoundChoices) -> None:
        """Show another page."""
        self.show_page(aligned([_entry(line) for line in node.lines]))


def choices_widget(node: BoundChoices, scope: CardScope) -> QWidget:
    """The rows."""
    return Choices(node, scope)


def _entry(line: BoundLine) -> RowEntry:
    number, label = line.choice.number, line.choice.label
    return RowEntry(
        name=f"{number}. {label}" + (f", {line.detail}" if line.detail else ""),
        titles=((Span(label),),),
        choice=line.choice,
        number=number,
        below=((Span(line.detail),),) if line.detail else (),
        title_rows=2,
        below_rows=2,
    )
