"""What is wrong in the template in front, a row each, with its place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from companion.cards.template import Fault
from companion.language.translations import Translations
from companion.ui.style_sheet import of_kind

TALLEST_PX = 150


class FaultList(QListWidget):
    """The list below the text; not seen where nothing is wrong. GUI thread.

    Args:
        texts: In the author's language.
    """

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._default = texts.text("ui.editor.default")
        self.setObjectName("editor:faults")
        self.setAccessibleName(texts.text("ui.editor.faults"))
        of_kind(self, "faults")
        self.setMaximumHeight(TALLEST_PX)
        self.setWordWrap(True)

    def show_faults(self, faults: Sequence[Fault]) -> None:
        """List these, in their order."""
        self.clear()
        for fault in faults:
            default = "" if fault.fatal else f" {self._default}"
            row = QListWidgetItem(f"{fault.line}:{fault.column}  {fault.reason}{default}", self)
            row.setData(Qt.ItemDataRole.UserRole, (fault.line, fault.column))
        self.setVisible(bool(faults))

    def place_of(self, row: QListWidgetItem) -> tuple[int, int]:
        """Line and column of the fault in a row."""
        line, column = row.data(Qt.ItemDataRole.UserRole)
        return line, column
