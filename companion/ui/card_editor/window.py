"""The editor: files at the left, the template and its faults in the middle, cards at the right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFileDialog, QListWidgetItem, QMainWindow, QWidget

from companion.cards.authoring.drafts import Drafts
from companion.cards.samples import CardSample, decode_card
from companion.cards.template import Template
from companion.cards.template_reader import decode_template
from companion.cards.theme import DEFAULT_THEME, load_theme
from companion.language.translations import Translations
from companion.support.bounded import read_bounded
from companion.support.errors import CardError
from companion.ui.application import program_font, wear
from companion.ui.card_editor.choosers import Choosers
from companion.ui.card_editor.editing import Editing
from companion.ui.card_editor.layout import Parts
from companion.ui.card_editor.leaving import Leave, ask_before_leaving
from companion.ui.card_editor.preview import Previewed
from companion.ui.look import Look

REST_MS = 250
"""After the last key, before faults, preview and draft are made anew."""
LOOK_MS = 1_000
"""Between two looks at what others did to the files."""
SIZE_PX = (1530, 900)
MAX_CARD_BYTES = 4 * 1024 * 1024

Ask = Callable[[Translations, tuple[str, ...], QWidget], Leave]


class EditorWindow(QMainWindow):
    """Edits the templates of a file, a folder or a pack. GUI thread.

    Args:
        root: What the author named; an archive can only be looked at.
        texts: In the author's language.
        drafts: Where edits are kept that were not saved.
        theme: Looks at first.
        size: Text size at first, in per cent.
        ask: Asks what becomes of edits when the window closes.
    """

    def __init__(
        self,
        root: Path,
        texts: Translations,
        drafts: Drafts,
        theme: str = DEFAULT_THEME,
        size: int = 100,
        ask: Ask = ask_before_leaving,
    ) -> None:
        super().__init__()
        self._texts, self._ask = texts, ask
        self._ended = False
        self.setObjectName("card_editor")
        self.resize(*SIZE_PX)
        self.parts = Parts(texts, Choosers(texts, texts.locale, theme, size))
        self.editing = Editing(root, self.parts, texts, drafts)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._watch = QTimer(self, interval=LOOK_MS)
        self._connect()
        self._shortcuts()
        self.setCentralWidget(self.parts.whole)
        self.use_language()
        self.editing.list_files()
        self._watch.start()

    def use_language(self) -> None:
        """Draw in the chosen language, with the texts of the pack."""
        locale = self.parts.choosers.language.currentData()
        self.editing.library = self.editing.shelf.library(locale)

    def check(self) -> None:
        """Find faults and draw the cards as the template is now."""
        self._rest.stop()
        self.editing.check()
        file, card = self.editing.current, self.parts.choosers.card
        if file is not None:
            self.setWindowTitle(f"{file.file.name}[*] — {self._texts.text('ui.editor.title')}")
            self.setWindowModified(bool(self.editing.files.changed))
        if file is None or card is None or self.editing.library is None:
            return
        template: Template | CardError
        try:
            template = decode_template(file.text.encode(), file.file.name)
        except CardError as error:
            template = error
        self.parts.preview.show_card(Previewed(card.data, self.editing.library, template))

    def open_card(self, path: Path) -> None:
        """Show a card of the author's own in the preview."""
        try:
            if path.stat().st_size > MAX_CARD_BYTES:
                raise ValueError(f"over {MAX_CARD_BYTES} bytes")
            data = decode_card(read_bounded(path, MAX_CARD_BYTES), path.name)
        except (OSError, ValueError) as error:
            self.editing.failed(path.name, error)
            return
        self.parts.choosers.add_sample(path, CardSample(path.stem, data))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask before edits are lost."""
        if self._ended:
            return
        names = tuple(file.file.name for file in self.editing.files.changed)
        leave = self._ask(self._texts, names, self) if names else Leave.DISCARD
        if leave is Leave.STAY or (leave is Leave.SAVE and not self.editing.save_all()):
            event.ignore()
            return
        self._watch.stop()
        self._rest.stop()
        self.editing.discard()
        self.editing.files.end()
        self._ended = True
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        """Look at the files when the author comes back from another window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.editing.look_outside()
            self.editing.list_files()

    def _connect(self) -> None:
        parts, editing = self.parts, self.editing
        parts.files.chosen.connect(editing.choose)
        parts.edit.textChanged.connect(self._wrote)
        self._rest.timeout.connect(self.check)
        self._watch.timeout.connect(editing.look_outside)
        parts.faults.itemActivated.connect(self._go_to_fault)
        parts.faults.itemClicked.connect(self._go_to_fault)
        parts.save.clicked.connect(self._save)
        editing.fresh.connect(self._fresh)
        editing.copy_wanted.connect(self._choose_copy)
        parts.choosers.sample_chosen.connect(self._other_card)
        parts.choosers.file_wanted.connect(self._choose_card)
        parts.choosers.look_chosen.connect(self._wear)
        parts.choosers.variants_chosen.connect(self._look_at)

    def _shortcuts(self) -> None:
        for keys, do in (
            ("Ctrl+S", self._save),
            ("Ctrl+Shift+S", self.editing.save_all),
            ("F2", lambda: self.editing.next_fault(1)),
            ("Shift+F2", lambda: self.editing.next_fault(-1)),
            ("F5", self.editing.list_files),
            ("F6", lambda: self._go(1)),
            ("Shift+F6", lambda: self._go(-1)),
            ("Ctrl+PgDown", lambda: self.parts.files.step(1)),
            ("Ctrl+PgUp", lambda: self.parts.files.step(-1)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(do)

    def _wrote(self) -> None:
        self._rest.start()
        self.editing.tell()

    def _save(self) -> None:
        self.editing.save()
        self.setWindowModified(bool(self.editing.files.changed))

    def _fresh(self) -> None:
        file = self.editing.current
        if file is not None:
            self.parts.choosers.offer_samples(file.file.identifier)
        self.parts.preview.views.forget()
        self.check()

    def _other_card(self) -> None:
        self.parts.preview.views.forget()
        self.check()

    def _go(self, step: int) -> None:
        """Take the focus to the next part of the window that is seen."""
        stops = [stop for stop in self.parts.stops if stop.isVisible() and stop.isEnabled()]
        focus = QApplication.focusWidget()
        at = next(
            (i for i, s in enumerate(stops) if focus and (s is focus or s.isAncestorOf(focus))), -1
        )
        stops[(at + step) % len(stops)].setFocus(Qt.FocusReason.TabFocusReason)

    def _go_to_fault(self, item: QListWidgetItem) -> None:
        self.parts.edit.go_to(*self.parts.faults.place_of(item))

    def _look_at(self) -> None:
        self.parts.preview.look_at(self.parts.choosers.variants)

    def _wear(self) -> None:
        """Dress the editor as the preview is to be."""
        choosers, application = self.parts.choosers, QApplication.instance()
        if not isinstance(application, QApplication):
            return
        locale, scale = choosers.language.currentData(), choosers.scale.currentData() / 100
        application.setFont(program_font(locale))
        wear(application, Look(load_theme(choosers.look.currentData()), scale))
        self.use_language()
        if self.editing.current is not None:
            choosers.offer_samples(self.editing.current.file.identifier)
        for file in self.editing.files.all:
            file.highlighter.rehighlight()
        self.check()

    def _choose_card(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, filter="JSON (*.json)")
        if name:
            self.open_card(Path(name))

    def _choose_copy(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, filter="JSON (*.json)")
        if name:
            self.editing.save_copy(Path(name))
