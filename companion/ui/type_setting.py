"""Styled lines to rows on the screen: wrapped, elided, in the fonts and colours of their spans.

Needs Qt's text engine but no widget. Nothing here looks for markup.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from companion.cards.bound.text import Line, Span
from companion.ui.theme import readable_on
from companion.ui.utf16 import index_at, units

_BREAKS = dict.fromkeys(map(ord, "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"), " ")


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        layout: Keeps the memory that `line` points into.
    """

    layout: QTextLayout
    line: QTextLine


@dataclass(frozen=True, slots=True)
class TypeSetter:
    """Sets lines in one font.

    Attributes:
        font: Of spans without a style of their own.
        ground: What the text stands on; colours from outside are made readable on it.
        max_rows: Rows after which text is elided; 0 for no limit.
    """

    font: QFont
    ground: QColor
    max_rows: int = 0

    def rows(self, lines: tuple[Line, ...], width: int) -> tuple[Row, ...]:
        """Wrap lines at a width in pixels, words that are too long anywhere."""
        rows: list[Row] = []
        for line in lines:
            rows += self._wrapped(line, width)
            if self.max_rows and len(rows) > self.max_rows:
                kept = rows[: self.max_rows - 1]
                return (*kept, self._elided(rows[self.max_rows - 1], line, width))
        return tuple(rows)

    def _wrapped(self, line: Line, width: int) -> list[Row]:
        layout = self._layout(plain_of(line), line)
        rows: list[Row] = []
        layout.beginLayout()
        while (row := layout.createLine()).isValid():
            row.setLineWidth(max(1, width))
            rows.append(Row(layout, row))
        layout.endLayout()
        return rows

    def _elided(self, last: Row, line: Line, width: int) -> Row:
        text, start = last.layout.text(), last.line.textStart()
        rest = text[index_at(text, start) :]
        more = rest if units(rest) > last.line.textLength() else f"{rest} …"
        shown = QFontMetricsF(self.font).elidedText(more, Qt.TextElideMode.ElideRight, width)
        layout = self._layout(shown, line if text == plain_of(line) else (), start)
        layout.beginLayout()
        row = layout.createLine()
        row.setLineWidth(width + 8)  # the ellipsis may come from a wider font
        layout.endLayout()
        return Row(layout, row)

    def _layout(self, text: str, line: Line, skip: int = 0) -> QTextLayout:
        layout = QTextLayout(text, self.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        if any(is_styled(span) for span in line):
            layout.setFormats(self._formats(line, skip))
        return layout

    def _formats(self, line: Line, skip: int) -> list[QTextLayout.FormatRange]:
        ranges: list[QTextLayout.FormatRange] = []
        start = -skip
        for span in line:
            chosen, length = QTextLayout.FormatRange(), units(span.text)
            chosen.start, chosen.length = max(0, start), length + min(0, start)
            chosen.format = self._format(span)
            if chosen.length > 0:
                ranges.append(chosen)
            start += length
        return ranges

    def _format(self, span: Span) -> QTextCharFormat:
        chosen = QTextCharFormat()
        if span.colour:
            chosen.setForeground(readable_on(self.ground, span.colour))
        if span.bold:
            chosen.setFontWeight(QFont.Weight.Bold)
        chosen.setFontItalic(span.italic)
        chosen.setFontUnderline(span.underlined)
        chosen.setFontStrikeOut(span.struck)
        return chosen


def is_styled(span: Span) -> bool:
    """Whether a span looks different from plain text."""
    return span != Span(span.text)


def plain_of(line: Line) -> str:
    """The characters of a line, each at its place; a line break within it is a space."""
    text = "".join(span.text for span in line)
    return text if text.isprintable() else text.translate(_BREAKS).rstrip()
