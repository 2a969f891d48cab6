"""Node `section`: a title that opens and closes what is below it; local."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.cards.view import BoundSection
from companion.ui.cards.children import child_widgets
from companion.ui.cards.lettering import Type, advance
from companion.ui.cards.painting import draw_focus, draw_ground, draw_line
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column
from companion.ui.icons import draw_icon
from companion.ui.theme import GRID, Size, colour, scaled
from companion.ui.type_setting import plain_of

TITLE = Type(Size.BODY, "ink", bold=True)
_MARK_PX = 16


class SectionTitle(QAbstractButton):
    """The whole title presses; its name says whether it opens or closes."""

    def __init__(self, node: BoundSection, scope: CardScope) -> None:
        super().__init__()
        self._node = node
        self._scope = scope
        self.setObjectName(f"button:{node.toggle.id}")
        self.setAccessibleName(f"{plain_of(node.title)}, {node.toggle.label}")
        self.setFocusPolicy(scope.focus_policy)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._press)

    def sizeHint(self) -> QSize:
        """Room for the title."""
        wide = advance(TITLE.face, plain_of(self._node.title))
        return QSize(int(wide) + 10 * GRID, TITLE.step + 3 * GRID)

    def minimumSizeHint(self) -> QSize:
        """Narrow: the title is elided."""
        return QSize(10 * GRID, TITLE.step + 3 * GRID)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, chevron and title."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self.underMouse() and self.isEnabled():
            draw_ground(painter, area.adjusted(1, 1, -1, -1), "raised")
        if self.hasFocus():
            draw_focus(painter, area)
        side = scaled(_MARK_PX)
        mark = QRectF(area.left() + GRID, area.center().y() - side / 2, side, side)
        draw_icon(painter, "unfold" if self._node.is_open else "following", colour("muted"), mark)
        words = area.adjusted(side + 3 * GRID, 0, -GRID, 0)
        draw_line(painter, words, self._node.title, TITLE)

    def _press(self) -> None:
        self._scope.press(self._node.toggle.action)


def section_widget(node: BoundSection, scope: CardScope) -> QWidget:
    """Title, and what is in it while it is open."""
    widget, layout = column(2 * GRID)
    layout.addWidget(SectionTitle(node, scope))
    for _, child in child_widgets(node.children, scope):
        layout.addWidget(child)
    return widget
