"""The foot of a card: its last buttons at the left, the page control at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.cards.view import BoundButton, BoundButtons
from companion.ui.cards.buttons import buttons_widget
from companion.ui.cards.page_control import PageControl
from companion.ui.cards.scope import CardScope
from companion.ui.theme import GRID

Paging = tuple[int, int]


class Foot(QWidget):
    """Hidden when there is nothing to put there. GUI thread."""

    def __init__(self, scope: CardScope) -> None:
        super().__init__()
        self._scope = scope
        self._buttons: tuple[BoundButton, ...] = ()
        self._row_of_buttons: QWidget | None = None
        self._control: PageControl | None = None
        self._row = QHBoxLayout(self)
        self._row.setSpacing(2 * GRID)

    def show_foot(
        self, buttons: tuple[BoundButton, ...], paging: Paging | None, *, gap: int
    ) -> None:
        """Show buttons and page.

        Args:
            buttons: From left to right.
            paging: Page from 0 and how many there are; None where nothing is paged.
            gap: Pixels above.
        """
        self._row.setContentsMargins(0, gap, 0, 0)
        if buttons != self._buttons or self._row_of_buttons is None:
            self._show_buttons(buttons)
        self._show_paging(paging)
        self.setVisible(bool(buttons) or paging is not None)

    def _show_buttons(self, buttons: tuple[BoundButton, ...]) -> None:
        if self._row_of_buttons is not None:
            self._row.removeWidget(self._row_of_buttons)
            self._row_of_buttons.deleteLater()
        self._buttons = buttons
        self._row_of_buttons = buttons_widget(BoundButtons(buttons), self._scope)
        self._row.insertWidget(0, self._row_of_buttons, 1)

    def _show_paging(self, paging: Paging | None) -> None:
        if paging is None:
            if self._control is not None:
                self._control.hide()
        elif self._control is None:
            self._control = PageControl(*paging, self._scope)
            self._row.addWidget(self._control, 0, Qt.AlignmentFlag.AlignBottom)
        else:
            self._control.show_page(*paging)
            self._control.show()
