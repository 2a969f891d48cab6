"""The type of painted lines: size, colour and place, in the look of the moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication

from companion.ui.look import kept, look_number
from companion.ui.theme import Size, colour, text_px, type_font
from companion.ui.words import LINE_HEIGHT

Align = Qt.AlignmentFlag


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A font with its measures.

    Attributes:
        step: Pixels from one line to the next.
        rise: From the middle of a line down to its base.
    """

    font: QFont
    metrics: QFontMetricsF
    step: int
    rise: float


@dataclass(frozen=True, slots=True)
class _Worn:
    number: int
    face: Face
    ink: QColor


@dataclass(frozen=True, slots=True)
class Type:
    """How one painted line looks."""

    size: Size = Size.BODY
    token: str = "ink"
    bold: bool = False
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
    _last: list[_Worn] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def face(self) -> Face:
        """In the look of the moment."""
        return self._worn().face

    @property
    def ink(self) -> QColor:
        """In the look of the moment; not to be changed."""
        return self._worn().ink

    @property
    def font(self) -> QFont:
        """In the look of the moment."""
        return self._worn().face.font

    @property
    def step(self) -> int:
        """Pixels from one line to the next."""
        return self._worn().face.step

    def _worn(self) -> _Worn:
        """Asked for thousands of times while one grid is painted, so it is at hand."""
        number = look_number()
        if not self._last or self._last[0].number != number:
            face = kept(("face", self.size, self.bold), self._face)
            self._last[:] = (_Worn(number, face, colour(self.token)),)
        return self._last[0]

    def _face(self) -> Face:
        font = type_font(QGuiApplication.font(), self.size, bold=self.bold)
        metrics = QFontMetricsF(font)
        rise = (metrics.ascent() - metrics.descent()) / 2
        return Face(font, metrics, round(text_px(self.size) * LINE_HEIGHT), rise)


@lru_cache(maxsize=4096)
def advance(face: Face, text: str) -> float:
    """Pixels that words take on one line."""
    return face.metrics.horizontalAdvance(text)
