"""The editor: files at the left, the template and its faults in the middle, cards at the right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from companion.cards.checking import check_template
from companion.cards.files import identifier_of
from companion.cards.library import CardLibrary
from companion.cards.samples import CardSample, samples
from companion.cards.template import Fault, Template
from companion.cards.template_reader import decode_template
from companion.support.atomic import write_atomically
from companion.support.errors import CardError
from companion.ui.card_editor.json_edit import JsonEdit
from companion.ui.card_editor.preview import Preview
from companion.ui.card_editor.words import words_for
from companion.ui.style_sheet import of_kind

REST_MS = 250
"""After the last key, before the preview is drawn anew."""
SIZE = (1400, 860)
MAX_FILE_BYTES = 256 * 1024


class EditorWindow(QMainWindow):
    """Edits the templates below a folder. GUI thread.

    Args:
        folder: Holds `<namespace>/<name>.json`.
        library: Texts in the author's language, and the shipped templates.
        locale: Language of the samples.
    """

    def __init__(self, folder: Path, library: CardLibrary, locale: str) -> None:
        super().__init__()
        self._folder, self._library, self._locale = folder, library, locale
        self._file: Path | None = None
        self.faults: tuple[Fault, ...] = ()
        self.setObjectName("card_editor")
        self.resize(*SIZE)
        text = library.translations.text
        self.setWindowTitle(text("ui.editor.title"))
        self.files = QListWidget()
        self.files.setObjectName("editor:files")
        self.files.setAccessibleName(text("ui.editor.files"))
        self.edit = JsonEdit(text("ui.editor.text"))
        self.fault_list = QListWidget()
        self.fault_list.setObjectName("editor:faults")
        self.fault_list.setAccessibleName(text("ui.editor.faults"))
        self.fault_list.setMaximumHeight(140)
        self.sample_box = QComboBox()
        self.sample_box.setObjectName("editor:sample")
        self.sample_box.setAccessibleName(text("ui.editor.sample"))
        self.preview = Preview(text("ui.editor.preview"))
        self.save_button = QPushButton(text("ui.editor.save"))
        self.save_button.setObjectName("editor:save")
        of_kind(self.save_button, "primary")
        self.state = QLabel()
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._connect()
        self.setCentralWidget(self._laid_out())
        self._list_files()

    def open_file(self, file: Path) -> None:
        """Show a template; one that cannot be read says why."""
        try:
            if file.stat().st_size > MAX_FILE_BYTES:
                raise OSError(f"{file.stat().st_size} bytes, at most {MAX_FILE_BYTES}")
            content = file.read_text("utf-8")
        except (OSError, UnicodeError) as error:
            self.state.setText(f"{file.name}: {error}")
            return
        self._file = file
        self.edit.offer(words_for(self.identifier))
        self._fill_samples()
        self.edit.setPlainText(content)
        self.check()
        self.edit.document().setModified(False)
        self.state.setText(str(file.name))

    @property
    def identifier(self) -> str:
        """Id of the template that is edited."""
        return identifier_of(self._file, self._folder) if self._file is not None else ""

    def check(self) -> None:
        """List the faults and draw the cards anew."""
        if self._file is None:
            return
        data = self.edit.toPlainText().encode()
        texts = self._library.translations
        self.faults = check_template(data, self._file.name, self.identifier, texts)
        self.edit.show_faults(self.faults)
        self.fault_list.clear()
        for fault in self.faults:
            item = QListWidgetItem(f"{fault.line}:{fault.column}  {fault.reason}")
            item.setData(Qt.ItemDataRole.UserRole, (fault.line, fault.column))
            self.fault_list.addItem(item)
        self._draw(data)

    def save(self) -> None:
        """Write the template; the old file stays whole when that fails."""
        if self._file is None:
            return
        try:
            write_atomically(self._file, self.edit.toPlainText().encode())
        except OSError as error:
            self.state.setText(f"{self._file.name}: {error.strerror or error}")
            return
        self.edit.document().setModified(False)
        self.state.setText(self._library.translations.text("ui.editor.saved"))

    def _draw(self, data: bytes) -> None:
        sample = self.sample_box.currentData()
        if not isinstance(sample, CardSample):
            return
        template: Template | CardError
        try:
            template = decode_template(data, self._file.name if self._file else "")
        except CardError as error:
            template = error
        self.preview.show_card(sample.data, self._library, self.identifier, template)

    def _fill_samples(self) -> None:
        self.sample_box.blockSignals(True)
        self.sample_box.clear()
        for sample in samples(self._locale):
            if sample.template == self.identifier:
                self.sample_box.addItem(sample.name, sample)
        self.sample_box.blockSignals(False)

    def _list_files(self) -> None:
        for file in sorted(self._folder.glob("*/**/*.json")):
            item = QListWidgetItem(file.relative_to(self._folder).as_posix())
            item.setData(Qt.ItemDataRole.UserRole, str(file))
            self.files.addItem(item)
        if self.files.count():
            self.files.setCurrentRow(0)

    def _connect(self) -> None:
        self.files.currentItemChanged.connect(self._choose)
        self.edit.textChanged.connect(self._rest.start)
        self._rest.timeout.connect(self.check)
        self.sample_box.currentIndexChanged.connect(self.check)
        self.fault_list.itemActivated.connect(self._go_to_fault)
        self.save_button.clicked.connect(self.save)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self).activated.connect(self.save)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        if self.edit.document().isModified() and self._file is not None:
            self.save()
        self.open_file(Path(item.data(Qt.ItemDataRole.UserRole)))

    def _go_to_fault(self, item: QListWidgetItem) -> None:
        line, column = item.data(Qt.ItemDataRole.UserRole)
        self.edit.go_to(line, column)

    def _laid_out(self) -> QSplitter:
        middle = _column(self.edit, self.fault_list, self.state, self.save_button)
        right = _column(self.sample_box, self.preview)
        whole = QSplitter()
        for part, stretch in ((self.files, 1), (middle, 4), (right, 5)):
            whole.addWidget(part)
            whole.setStretchFactor(whole.count() - 1, stretch)
        whole.setSizes([220, 540, 720])
        return whole


def _column(*widgets: QWidget) -> QWidget:
    page = QWidget()
    layout = QVBoxLayout(page)
    for widget in widgets:
        layout.addWidget(widget)
    return page
