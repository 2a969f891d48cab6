"""A card over the game: what is long scrolls, while its buttons stay in sight at the foot."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from companion.ui.cards.foot import Foot
from companion.ui.cards.renderer import CardWidget
from companion.ui.theme import GRID

LEAST_PX = 16 * GRID
"""Of the part that scrolls, however tall the foot is."""


class OverlayCard(CardWidget):
    """A card whose body scrolls. GUI thread."""

    _area: QScrollArea | None = None
    _begins_at = 0

    def fit(self, width: int, tallest: int) -> None:
        """Be as tall as the card needs, and no taller.

        Args:
            width: Pixels that the card has.
            tallest: Most pixels that body and foot may take together.
        """
        body = self._scrolled()
        if body is None or self._area is None:
            return
        foot = 0 if self._foot.isHidden() else _height(self._foot, width)
        self._area.setFixedHeight(min(_height(body, width), max(LEAST_PX, tallest - foot)))
        self._column.activate()  # else what is around would hear of it with the next event only
        self.updateGeometry()

    @property
    def scrolled_to(self) -> int:
        """Pixels above the part that is seen."""
        return self._area.verticalScrollBar().value() if self._area else 0

    def begin_at(self, top: int) -> None:
        """See the part below `top` pixels, as soon as there is that much."""
        self._begins_at = top

    def _put(self, body: QWidget, foot: Foot) -> None:
        if self._area is None:
            self._area = _scroll_area()
            self._area.verticalScrollBar().rangeChanged.connect(self._go_down)
            self._column.addWidget(self._area)
        self._area.setWidget(body)
        body.setAutoFillBackground(False)
        self._go_down()
        self._column.addWidget(foot)

    def _take_down(self, body: QWidget) -> None:
        if self._area is not None:
            self._begins_at = self.scrolled_to
            self._area.takeWidget()
        self._column.removeWidget(self._foot)
        for part in (body, self._foot):
            part.hide()
            part.deleteLater()

    def _go_down(self) -> None:
        if not self._begins_at or self._area is None:
            return
        bar = self._area.verticalScrollBar()
        bar.setValue(self._begins_at)
        if bar.value() == self._begins_at:
            self._begins_at = 0

    def _scrolled(self) -> QWidget | None:
        return self._area.widget() if self._area is not None else None


def _height(widget: QWidget, width: int) -> int:
    """What a widget needs at a width."""
    asked = widget.heightForWidth(width) if widget.hasHeightForWidth() else -1
    return max(asked, widget.minimumSizeHint().height())


def _scroll_area() -> QScrollArea:
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.viewport().setAutoFillBackground(False)
    return area
