"""Microphone, key and server: how each stands, and one button for whatever is missing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.client.first_start.readiness import Fix, Readiness, readiness
from companion.client.first_start.steps import Step
from companion.client.navigation import PageName
from companion.client.orders import GoTo
from companion.client.state import EMPTY
from companion.ui.pages.first_start.part_row import PartRow
from companion.ui.pages.first_start.step import StepParts
from companion.ui.pages.page import framed


class ReadyPanel(QWidget):
    """A button leads to what puts its part right. GUI thread.

    Args:
        parts: What steps are made of.
        only_missing: Whether it is there only while something is missing.
    """

    wanted = Signal(str)
    """Another step is wanted, by its name."""

    def __init__(self, parts: StepParts, *, only_missing: bool = False) -> None:
        super().__init__()
        self._parts = parts
        self._only_missing = only_missing
        self._shown = readiness(EMPTY)
        texts = parts.library.translations
        self._rows = [PartRow(line.part.name, texts) for line in self._shown.lines]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        frame, rows = framed(parts.text("first.missing" if only_missing else "first.works"))
        for number, row in enumerate(self._rows):
            row.pressed.connect(self._fixing(number))
            rows.addWidget(row)
        column.addWidget(frame)
        self.show_readiness(self._shown)

    def show_readiness(self, seen: Readiness) -> None:
        """Draw how everything stands."""
        self._shown = seen
        for line, row in zip(seen.lines, self._rows, strict=True):
            row.show_part(
                line.part, self._parts.text(f"first.fix.{line.fix.value}") if line.fix else ""
            )
            row.setVisible(line.fix is not None or not self._only_missing)
        self.setVisible(not self._only_missing or any(line.fix for line in seen.lines))

    def _fixing(self, number: int) -> Callable[[], None]:
        return lambda: self._fix(self._shown.lines[number].fix)

    def _fix(self, fix: Fix | None) -> None:
        match fix:
            case Fix.MICROPHONE | Fix.KEY:
                self.wanted.emit(fix.value)
            case Fix.THIS_COMPUTER:
                self._parts.servers.use("")
                self.wanted.emit(Step.TRY.value)
            case Fix.WHY:
                self._parts.commands.order(GoTo(PageName.WHY))
            case None:
                return
