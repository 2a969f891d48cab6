"""What a list or grid of painted entries asks of each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from companion.cards.view import BoundChoice


@dataclass(frozen=True, slots=True)
class Touch:
    """How an entry is being touched.

    Attributes:
        enabled: Whether a press would do something.
        hover, down, focus: Under the mouse, held, where the keyboard is.
    """

    enabled: bool = True
    hover: bool = False
    down: bool = False
    focus: bool = False

    @property
    def is_still(self) -> bool:
        """Whether nobody touches it."""
        return not (self.hover or self.down or self.focus)


UNTOUCHED = Touch()


class PaintedEntry(Protocol):
    """One entry.

    Attributes:
        choice: What a press does; None for one that is only seen.
        name: What a screen reader calls it.
        tip: Plain lines of the tool tip; empty for none.
    """

    @property
    def choice(self) -> BoundChoice | None: ...  # noqa: D102

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def tip(self) -> str: ...  # noqa: D102

    def height(self, width: int) -> int:
        """Pixels it takes at a width."""
        ...

    def key(self) -> object:
        """Everything that the drawing depends on, but for look, size and touch; hashable."""
        ...

    def paint(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        """Draw it."""
        ...
