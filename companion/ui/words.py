"""Text that is drawn, never interpreted: spans in their styles, wrapped, elided, evenly spaced.

Text from outside is plain text here: no markup of any kind is looked for. Lines keep one distance
whichever fonts their glyphs came from, so that Chinese and Latin lines stand in the same rhythm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from companion.cards.bound.text import Line, Span
from companion.ui.look import look
from companion.ui.theme import Size, colour, scaled, text_px, type_font
from companion.ui.type_setting import Row, TypeSetter, plain_of

LINE_HEIGHT = 1.45
"""Of the type size; enough for CJK glyphs and their neighbours."""
WIDEST_PX = 620
"""Longest line that is still easy to read."""
_WIDTHS_KEPT = 8
"""Layouts ask for the height at a handful of widths, dozens of times each."""
_LOOK_CHANGES = (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange)


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks.

    Attributes:
        token: Colour of the theme for spans without their own.
        max_lines: Rows on screen after which text is elided; 0 for no limit.
    """

    size: Size = Size.BODY
    token: str = "ink"
    bold: bool = False
    max_lines: int = 0


@dataclass(frozen=True, slots=True)
class _Worn:
    """A style in the look of the moment.

    Attributes:
        step: Pixels from one line to the next.
        rise: From the middle of a line down to its base.
    """

    font: QFont
    step: int
    rise: float


@dataclass(frozen=True, slots=True)
class _Whole:
    """Lines as they stand where none of them has to wrap.

    Attributes:
        width: Pixels above which that is so; infinite if nothing is known to be.
    """

    width: float
    rows: tuple[Row, ...]


class Words(QLabel):
    """One or more lines of styled plain text; a label to screen readers. GUI thread."""

    def __init__(self, text: str = "", style: Style = Style(), parent: QWidget | None = None):
        super().__init__(parent)
        self._style = style
        self._lines: tuple[Line, ...] = ()
        self._set: dict[int, tuple[Row, ...]] = {}
        self._whole: _Whole | None = None
        self._worn: _Worn | None = None
        self._seen = (look(), self.font().family())
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.say(text)

    def say(self, text: str, token: str = "") -> None:
        """Show plain text, in another colour where one is named."""
        if token and token != self._style.token:
            self._style = replace(self._style, token=token)
            self.update()
        self.show_lines(tuple((Span(line),) for line in text.splitlines() or ("",)))

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Show styled lines."""
        if lines == self._lines:
            return
        self._lines = lines
        self._forget_rows()
        self.setText("\n".join(plain_of(line) for line in lines))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Always: text wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of the wrapped text."""
        return self._step() * max(1, len(self._rows(width)))

    def sizeHint(self) -> QSize:
        """The unwrapped text, up to the longest line that reads well."""
        limit = scaled(WIDEST_PX)
        rows = self._rows(limit)
        width = min(limit, int(_widest(rows)) + 2)
        return QSize(width, self._step() * max(1, len(rows)))

    def minimumSizeHint(self) -> QSize:
        """Narrow: words wrap or are elided."""
        return QSize(min(24, self.sizeHint().width()), self._step())

    def changeEvent(self, event: QEvent) -> None:
        """Set the text anew in another font or theme."""
        if event.type() in _LOOK_CHANGES and (look(), self.font().family()) != self._seen:
            self._seen = (look(), self.font().family())
            self._worn = None
            self._forget_rows()
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw every row on its own base line, the whole in the middle of the height."""
        painter = QPainter(self)
        painter.setPen(colour(self._style.token))
        rows, step = self._rows(self.width()), self._step()
        base = step / 2 + self._wear().rise
        base += max(0.0, (self.height() - step * len(rows)) / 2)
        for number, row in enumerate(rows):
            top = number * step + base - row.line.ascent()
            row.line.draw(painter, QPointF(self._indent(row), top - row.line.y()))

    def _indent(self, row: Row) -> float:
        spare = self.width() - row.line.naturalTextWidth()
        if self.alignment() & Qt.AlignmentFlag.AlignRight:
            return spare
        return spare / 2 if self.alignment() & Qt.AlignmentFlag.AlignHCenter else 0.0

    def _step(self) -> int:
        return self._wear().step

    def _wear(self) -> _Worn:
        """Font and measures of the moment; layouts ask dozens of times."""
        if self._worn is None:
            font = type_font(self.font(), self._style.size, bold=self._style.bold)
            metrics = QFontMetricsF(font)
            step = round(text_px(self._style.size) * LINE_HEIGHT)
            self._worn = _Worn(font, step, (metrics.ascent() - metrics.descent()) / 2)
        return self._worn

    def _rows(self, width: int) -> tuple[Row, ...]:
        """The rows at a width; where nothing needs to wrap they are the same at any width."""
        self._whole = self._whole or self._set_whole()
        if width > self._whole.width:
            return self._whole.rows
        if width not in self._set:
            if len(self._set) >= _WIDTHS_KEPT:
                self._set.clear()
            setter = self._setter(self._style.max_lines)
            self._set[width] = setter.rows(self._lines, width)
        return self._set[width]

    def _set_whole(self) -> _Whole:
        """The rows that no width changes; rows from right to left begin at the right edge."""
        nothing = _Whole(inf, ())
        if 0 < self._style.max_lines < len(self._lines):
            return nothing
        rows = self._setter(0).rows(self._lines, scaled(WIDEST_PX))
        wraps = len(rows) > len(self._lines)
        if wraps or any(row.line.naturalTextRect().left() > 0 for row in rows):
            return nothing
        return _Whole(_widest(rows), rows)

    def _setter(self, most: int) -> TypeSetter:
        return TypeSetter(self._wear().font, colour("panel"), most)

    def _forget_rows(self) -> None:
        self._set.clear()
        self._whole = None


def _widest(rows: tuple[Row, ...]) -> float:
    return max((row.line.naturalTextWidth() for row in rows), default=0.0)
