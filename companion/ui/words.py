"""Text that is drawn, never interpreted: spans in their styles, wrapped, elided, evenly spaced.

Text from outside is plain text here: no markup of any kind is looked for. Lines keep one distance
whichever fonts their glyphs came from, so that Chinese and Latin lines stand in the same rhythm.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from companion.cards.view import Line, Span
from companion.ui.theme import Size, colour, readable_on, type_font

LINE_HEIGHT = 1.45
"""Of the type size; enough for CJK glyphs and their neighbours."""
WIDEST_PX = 620
"""Longest line that is still easy to read."""


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


class Words(QLabel):
    """One or more lines of styled plain text; a label to screen readers. GUI thread."""

    def __init__(self, text: str = "", style: Style = Style(), parent: QWidget | None = None):
        super().__init__(parent)
        self._style = style
        self._lines: tuple[Line, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.say(text)

    def say(self, text: str, token: str = "") -> None:
        """Show plain text, in another colour where one is named."""
        if token and token != self._style.token:
            self._style = Style(self._style.size, token, self._style.bold, self._style.max_lines)
            self.update()
        self.show_lines(tuple((Span(line),) for line in text.splitlines() or ("",)))

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Show styled lines."""
        if lines == self._lines:
            return
        self._lines = lines
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
        metrics = QFontMetricsF(self._font())
        widest = max((metrics.horizontalAdvance(plain_of(line)) for line in self._lines), default=0)
        width = min(WIDEST_PX, int(widest) + 2)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Narrow: words wrap or are elided."""
        return QSize(min(24, self.sizeHint().width()), self._step())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw every row on its own base line."""
        painter = QPainter(self)
        painter.setPen(colour(self, self._style.token))
        step = self._step()
        metrics = QFontMetricsF(self._font())
        base = (step - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent()
        rows = self._rows(self.width())
        base += max(0.0, (self.height() - step * len(rows)) / 2)
        for number, (layout, line) in enumerate(rows):
            x = self._indent(line)
            layout_top = number * step + base - line.ascent()
            line.draw(painter, QPointF(x, layout_top - line.y()))
            del layout

    def _indent(self, line: QTextLine) -> float:
        spare = self.width() - line.naturalTextWidth()
        if self.alignment() & Qt.AlignmentFlag.AlignRight:
            return spare
        return spare / 2 if self.alignment() & Qt.AlignmentFlag.AlignHCenter else 0.0

    def _font(self) -> QFont:
        return type_font(self.font(), self._style.size, bold=self._style.bold)

    def _step(self) -> int:
        return round(self._style.size * LINE_HEIGHT)

    def _rows(self, width: int) -> list[tuple[QTextLayout, QTextLine]]:
        rows: list[tuple[QTextLayout, QTextLine]] = []
        limit = self._style.max_lines
        for line in self._lines:
            rows += self._wrapped(line, width)
            if limit and len(rows) > limit:
                return [*rows[: limit - 1], self._elided(rows[limit - 1][0], line, rows, width)]
        return rows

    def _wrapped(self, line: Line, width: int) -> list[tuple[QTextLayout, QTextLine]]:
        layout = self._layout(plain_of(line), line)
        rows: list[tuple[QTextLayout, QTextLine]] = []
        layout.beginLayout()
        while (row := layout.createLine()).isValid():
            row.setLineWidth(max(1, width))
            rows.append((layout, row))
        layout.endLayout()
        return rows

    def _elided(
        self,
        layout: QTextLayout,
        line: Line,
        rows: list[tuple[QTextLayout, QTextLine]],
        width: int,
    ) -> tuple[QTextLayout, QTextLine]:
        last = rows[self._style.max_lines - 1][1]
        start = last.textStart()
        rest = layout.text()[start:]
        more = rest if len(rest) > last.textLength() else f"{rest} …"
        text = QFontMetricsF(self._font()).elidedText(more, Qt.TextElideMode.ElideRight, width)
        short = self._layout(text, line if layout.text() == plain_of(line) else (), start)
        short.beginLayout()
        row = short.createLine()
        row.setLineWidth(width + 8)
        short.endLayout()
        return short, row

    def _layout(self, text: str, line: Line, skip: int = 0) -> QTextLayout:
        layout = QTextLayout(text, self._font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats(line, skip))
        return layout

    def _formats(self, line: Line, skip: int) -> list[QTextLayout.FormatRange]:
        ranges: list[QTextLayout.FormatRange] = []
        start = -skip
        for span in line:
            chosen = QTextLayout.FormatRange()
            chosen.start, chosen.length = max(0, start), len(span.text) + min(0, start)
            chosen.format = self._format(span)
            if chosen.length > 0:
                ranges.append(chosen)
            start += len(span.text)
        return ranges

    def _format(self, span: Span) -> QTextCharFormat:
        chosen = QTextCharFormat()
        if span.colour:
            chosen.setForeground(readable_on(colour(self, "panel"), span.colour))
        if span.bold:
            chosen.setFontWeight(QFont.Weight.Bold)
        chosen.setFontItalic(span.italic)
        chosen.setFontUnderline(span.underlined)
        chosen.setFontStrikeOut(span.struck)
        return chosen


def plain_of(line: Line) -> str:
    """The characters of a line; a line break within it is a space."""
    return " ".join("".join(span.text for span in line).splitlines())
