"""Beside the text: numbers of lines, and a mark at those with a fault."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from companion.cards.template import Fault
from companion.ui.theme import GRID, colour

FATAL, SLIGHT = "✕", "!"
"""Shape tells what the colour tells as well."""


class Lined(QPlainTextEdit):
    """A text field that tells what is beside its lines."""

    def seen_lines(self) -> Iterator[tuple[int, QRect]]:
        """The lines that are on the screen: number from 1, and place beside the viewport."""
        raise NotImplementedError

    def faults_of(self, line: int) -> tuple[Fault, ...]:
        """What is wrong in a line, counted from 1."""
        raise NotImplementedError


class Gutter(QWidget):
    """Belongs to a text field, which keeps it in its place. GUI thread."""

    def __init__(self, edit: Lined) -> None:
        super().__init__(edit)
        self._edit = edit

    def sizeHint(self) -> QSize:
        """Room for the largest number and a mark."""
        metrics = QFontMetrics(self._edit.font())
        digits = max(2, len(str(self._edit.blockCount())))
        return QSize(metrics.horizontalAdvance("9" * digits + FATAL) + 4 * GRID, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the numbers of the lines that are seen."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), colour("panel"))
        painter.setFont(self._edit.font())
        current = self._edit.textCursor().blockNumber()
        for number, area in self._edit.seen_lines():
            row = QRect(GRID, area.top(), self.width() - 3 * GRID, area.height())
            painter.setPen(colour("ink" if number - 1 == current else "muted"))
            painter.drawText(row, Qt.AlignmentFlag.AlignRight, str(number))
            self._mark(painter, number, row)

    def _mark(self, painter: QPainter, number: int, row: QRect) -> None:
        faults = self._edit.faults_of(number)
        if faults:
            fatal = any(fault.fatal for fault in faults)
            painter.setPen(colour("failed" if fatal else "waiting"))
            painter.drawText(row, Qt.AlignmentFlag.AlignLeft, FATAL if fatal else SLIGHT)
