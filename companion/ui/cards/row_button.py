"""A row that can be pressed as a whole: of a quest list, of choices."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from companion.cards.view import BoundChoice
from companion.ui.cards.scope import CardScope
from companion.ui.theme import GRID, RADIUS_SMALL, Size, colour
from companion.ui.words import Style, Words

NUMBER_WIDTH = 20


class RowButton(QPushButton):
    """A numbered row; `objectName` is `row:<number>`. Children are added to `row`."""

    def __init__(self, choice: BoundChoice, scope: CardScope) -> None:
        super().__init__()
        self._choice = choice
        self._scope = scope
        self.setObjectName(f"row:{choice.number}")
        self.setFocusPolicy(scope.focus_policy)
        self.setEnabled(scope.offers(choice.action))
        if self.isEnabled():
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(GRID, GRID + 2, GRID, GRID + 2)
        self.row.setSpacing(3 * GRID)
        number = Words(str(choice.number), Style(Size.BODY, "muted"))
        number.setFixedWidth(NUMBER_WIDTH)
        self.add(number)
        self.clicked.connect(self._press)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Put a widget at the end of the row; the row itself takes the mouse."""
        widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.row.addWidget(widget, stretch, Qt.AlignmentFlag.AlignVCenter)

    def name(self, *parts: str) -> None:
        """Set what a screen reader says."""
        words = ", ".join(part for part in parts if part)
        self.setAccessibleName(f"{self._choice.number}. {words}")

    def hasHeightForWidth(self) -> bool:
        """As its content has."""
        return self.row.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        """As its content needs."""
        return self.row.totalHeightForWidth(width)

    def sizeHint(self) -> QSize:
        """As its content wants."""
        return self.row.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        """As its content needs."""
        return self.row.totalMinimumSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground and focus ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isDown():
            painter.setBrush(colour("own"))
            painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)
        elif self.underMouse() and self.isEnabled():
            painter.setBrush(colour("raised"))
            painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour("accent"), 2))
            painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)

    def _press(self) -> None:
        self._scope.press(self._choice.action)
