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
_LOWER_RIGHT = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight


class Foot(QWidget):
    """Hidden when there is nothing to put there. GUI thread."""

    def __init__(self, scope: CardScope, parent: QWidget) -> None:
        super().__init__(parent)
        self._scope = scope
        self._buttons: tuple[BoundButton, ...] = ()
        self._row_of_buttons: QWidget | None = None
        self._control: PageControl | None = None
        self._has_something = True
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
        if buttons != self._buttons:
            self._show_buttons(buttons)
        self._show_paging(paging)
        has_something = bool(buttons) or paging is not None
        if has_something != self._has_something:
            self._has_something = has_something
            self.setVisible(has_something)

    def _show_buttons(self, buttons: tuple[BoundButton, ...]) -> None:
        if self._row_of_buttons is not None:
            self._row.removeWidget(self._row_of_buttons)
            self._row_of_buttons.deleteLater()
            self._row_of_buttons = None
        self._buttons = buttons
        if buttons:
            self._row_of_buttons = buttons_widget(BoundButtons(buttons), self._scope, self)
            self._row.insertWidget(0, self._row_of_buttons, 1)

    def _show_paging(self, paging: Paging | None) -> None:
        if paging is None:
            if self._control is not None:
                self._control.hide()
        elif self._control is None:
            self._control = PageControl(*paging, self._scope, self)
            self._row.addWidget(self._control, 0, _LOWER_RIGHT)
        else:
            self._control.show_page(*paging)
            if self._control.isHidden():
                self._control.show()
