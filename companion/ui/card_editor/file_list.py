"""The templates of the shelf, with a mark at those that have edits or faults."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from companion.cards.authoring.shelf import ShelfFile
from companion.language.translations import Translations
from companion.ui.style_sheet import of_kind

CHANGED, FAULTY, READ_ONLY = "●", "✕", "◌"


class FileList(QListWidget):
    """Lists names; says in words what its marks mean. GUI thread."""

    chosen = Signal(str)
    """Id of the template that came to the front."""

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._text = texts.text
        self.setObjectName("editor:files")
        self.setAccessibleName(self._text("ui.editor.files"))
        of_kind(self, "pages")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideLeft)  # the name is at the end
        self.currentItemChanged.connect(self._choose)

    def show_files(self, files: tuple[ShelfFile, ...], current: str) -> None:
        """List files; the current one stays in front where it is still there."""
        self.blockSignals(True)
        self.clear()
        for file in files:
            item = QListWidgetItem(file.name)
            item.setToolTip(file.name)
            item.setData(Qt.ItemDataRole.UserRole, file.identifier)
            self.addItem(item)
        self.blockSignals(False)
        self.show_current(current)

    def show_current(self, identifier: str) -> None:
        """Bring a file to the front."""
        item = self._item(identifier)
        if item is not None:
            self.setCurrentItem(item)

    def step(self, by: int) -> None:
        """Go to the next or a previous file; at the ends nothing."""
        row = self.currentRow() + by
        if 0 <= row < self.count():
            self.setCurrentRow(row)

    def mark(self, file: ShelfFile, *, changed: bool, faulty: bool, read_only: bool) -> None:
        """Say how a file is."""
        item = self._item(file.identifier)
        if item is None:
            return
        states = (
            (changed, CHANGED, "changed"),
            (faulty, FAULTY, "faulty"),
            (read_only, READ_ONLY, "read_only"),
        )
        signs = "".join(sign for there, sign, _ in states if there)
        said = [self._text(f"ui.editor.mark.{name}") for there, _, name in states if there]
        item.setText(f"{file.name} {signs}".rstrip())
        item.setToolTip(", ".join((file.name, *said)))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join((file.name, *said)))

    def _item(self, identifier: str) -> QListWidgetItem | None:
        items = (self.item(row) for row in range(self.count()))
        return next((i for i in items if i.data(Qt.ItemDataRole.UserRole) == identifier), None)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
