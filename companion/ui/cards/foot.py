"""The foot of a card: its last buttons at the left, the page control at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.cards.view import BoundButton, BoundButtons
from companion.ui.cards.buttons import buttons_widget
from companion.ui.cards.page_control import PageControl
from companion.ui.cards.scope import CardScope
from companion.ui.theme import GRID


def foot_widget(
    buttons: tuple[BoundButton, ...], paging: tuple[int, int] | None, scope: CardScope
) -> QWidget | None:
    """The foot, or None when there is nothing to put there.

    Args:
        buttons: From left to right.
        paging: Page from 0 and how many there are; None where nothing is paged.
        scope: The card around it.
    """
    if not buttons and paging is None:
        return None
    widget = QWidget()
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(2 * GRID)
    row.addWidget(buttons_widget(BoundButtons(buttons), scope), 1)
    if paging is not None:
        row.addWidget(PageControl(*paging, scope), 0, Qt.AlignmentFlag.AlignBottom)
    return widget
