"""Watches words while cards are painted: what is cut off, and what is broken inside a word."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from companion.cards.view import Line
from companion.ui.cards import cell_brush, item_tile, offer_cell_content, painting, row_entry, table
from companion.ui.cards.lettering import Type, advance
from companion.ui.type_setting import Row, TypeSetter, plain_of
from companion.ui.words import Words

CJK = "\u2e80"
PAINTERS = (painting, row_entry, table, cell_brush, item_tile, offer_cell_content)


class Watch:
    """Hears of every row of words that is painted.

    Attributes:
        cut: Texts whose end was not seen.
        broken: Words that end in one row and go on in the next.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cut: list[str] = []
        self.broken: list[str] = []
        self._is_painting = False
        self._replace = monkeypatch.setattr
        self._watch_words()
        self._watch_rows()
        self._watch_lines()

    def _watch_words(self) -> None:
        paint = Words.paintEvent

        def painted(words: Words, event: QPaintEvent) -> None:
            self._see(words._rows(words.width()), words._lines)
            paint(words, event)

        self._replace(Words, "paintEvent", painted)

    def _watch_rows(self) -> None:
        rows_of, draw = TypeSetter.rows, painting.draw_rows

        def rows(setter: TypeSetter, lines: tuple[Line, ...], width: int) -> tuple[Row, ...]:
            found = rows_of(setter, lines, width)
            if self._is_painting:
                self._see(found, lines)
            return found

        def drawn(painter: QPainter, area: QRectF, lines: tuple[Line, ...], *how: object) -> None:
            self._is_painting = True
            try:
                draw(painter, area, lines, *how)  # type: ignore[arg-type]
            finally:
                self._is_painting = False

        self._replace(TypeSetter, "rows", rows)
        self._everywhere("draw_rows", drawn)

    def _watch_lines(self) -> None:
        draw = painting.draw_words_at

        def drawn(
            painter: QPainter, left: float, middle: float, room: float, text: str, kind: Type
        ) -> None:
            if advance(kind.face, text) > room:
                self.cut.append(text)
            draw(painter, left, middle, room, text, kind)

        self._everywhere("draw_words_at", drawn)

    def _everywhere(self, name: str, drawn: object) -> None:
        for module in PAINTERS:
            self._replace(module, name, drawn, raising=False)

    def _see(self, rows: Iterable[Row], lines: tuple[Line, ...]) -> None:
        whole = " ".join(plain_of(line) for line in lines)
        for row in rows:
            text, start = row.layout.text(), row.line.textStart()
            end = start + row.line.textLength()
            if text.endswith("…") and text not in whole:
                self.cut.append(whole)
            if 0 < end < len(text) and is_inside_a_word(text[end - 1 : end + 1]):
                self.broken.append(f"{text[start:end]}|{text[end:]}")


def is_inside_a_word(around: str) -> bool:
    """Whether no row may end between two characters."""
    return all(char.isalnum() and char < CJK for char in around)
