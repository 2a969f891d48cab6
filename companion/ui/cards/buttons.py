"""Node `buttons`: a row that wraps."""

from __future__ import annotations

from unicodedata import east_asian_width

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QPushButton, QWidget

from companion.cards.view import BoundButton, BoundButtons
from companion.ui.cards.painting import chip_size, draw_number
from companion.ui.cards.scope import CardScope
from companion.ui.flow_layout import FlowLayout
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID

LONGEST_LABEL = 48
"""Places of letters."""


class ActionButton(QPushButton):
    """One button of a card; a number that can be said stands in front of its label."""

    def __init__(self, button: BoundButton, scope: CardScope, parent: QWidget) -> None:
        super().__init__(shown_label(button.label), parent)
        self._button = button
        self._scope = scope
        self.setObjectName(f"button:{button.id}")
        self.setAccessibleName(button.label)
        self.setFocusPolicy(scope.focus_policy)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setEnabled(button.enabled and scope.offers(button.action))
        if button.primary:
            of_kind(self, "primary")
        elif button.number:
            self._show_number(button.number)
        if _fitting(button.label) < len(button.label):
            self.setAccessibleDescription(button.label)
        self.clicked.connect(self._press)

    def _show_number(self, number: int) -> None:
        wide, high = chip_size(number)
        self.setIcon(number_icon(number))
        self.setIconSize(QSize(wide + GRID, high))

    def _press(self) -> None:
        self._scope.press(self._button.action)


def number_icon(number: int) -> QIcon:
    """A number's chip as an icon, sharp on screens up to double density."""
    wide, high = chip_size(number)
    pixmap = QPixmap((wide + GRID) * 2, high * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_number(painter, QRectF(0, 0, wide, high), number)
    painter.end()
    return QIcon(pixmap)


def shown_label(label: str) -> str:
    """A label for a button: one line, of a bounded length, `&` as itself and not a shortcut."""
    line = " ".join(label.split())
    most = _fitting(line)
    short = line if most == len(line) else f"{line[: most - 1].rstrip()}…"
    return short.replace("&", "&&")


def _fitting(line: str) -> int:
    """How many characters of a line a button has room for; Chinese ones take two places."""
    room = LONGEST_LABEL
    for count, char in enumerate(line):
        room -= 2 if east_asian_width(char) in "WF" else 1
        if room < 0:
            return count
    return len(line)


def buttons_widget(node: BoundButtons, scope: CardScope, parent: QWidget | None = None) -> QWidget:
    """The buttons in their order."""
    widget = QWidget(parent)
    layout = FlowLayout(widget, spacing=2 * GRID)
    for button in node.buttons:
        layout.addWidget(ActionButton(button, scope, widget))
    return widget
