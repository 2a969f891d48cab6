"""What an author does to templates: choose one, write, save; and what happens to them meanwhile."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from companion.cards.authoring.completion import Names
from companion.cards.authoring.drafts import Draft, Drafts
from companion.cards.authoring.edited import Outside
from companion.cards.authoring.shelf import Shelf, look_into
from companion.cards.checking import mark_names
from companion.cards.library import CardLibrary
from companion.cards.reasons import worded
from companion.cards.vocabulary import vocabulary_of
from companion.language.translations import Translations
from companion.support.atomic import write_atomically
from companion.ui.card_editor.layout import Parts
from companion.ui.card_editor.open_file import OpenFile
from companion.ui.card_editor.open_files import OpenFiles
from companion.ui.card_editor.troubles import Failed, Troubles, Ways


class Editing(QObject):
    """The state behind the window: which files there are, which one is in front. GUI thread.

    Args:
        root: What the author named.
        parts: The widgets.
        texts: In the author's language.
        drafts: Where edits are kept that were not saved.
    """

    fresh = Signal()
    """Another file, or another state of it, is to be drawn."""
    copy_wanted = Signal()

    def __init__(self, root: Path, parts: Parts, texts: Translations, drafts: Drafts) -> None:
        super().__init__()
        self.shelf = Shelf(root)
        self.current: OpenFile | None = None
        self.library: CardLibrary | None = None
        self.files = OpenFiles(texts, drafts, self)
        self._parts, self._texts = parts, texts
        self._drafts: dict[str, Draft] = {}
        self._troubles = Troubles(parts.notice, texts, self._ways())

    @property
    def texts(self) -> Translations:
        """What `%key%` may name: with the texts of the pack."""
        return self.library.translations if self.library else self._texts

    def list_files(self) -> None:
        """Look what there is; the file in front stays there, and the first one comes at first."""
        shelf = look_into(self.shelf.root)
        if shelf == self.shelf and shelf.files:
            return
        self.shelf = shelf
        front = self.current.file.identifier if self.current else shelf.first
        self._drafts |= self.files.restore(shelf)
        self._parts.files.show_files(shelf.files, front)
        for file in self.files.all:
            self.files.check(file, self.texts)
            self._mark(file)
        if self.current is None and shelf.files:
            self.choose(front or shelf.files[0].identifier)
            self._parts.files.show_current(front or shelf.files[0].identifier)
        none = "" if shelf.files else self._texts.text("ui.editor.none")
        if told := "\n".join(
            (*(worded(one, self._texts) for one in shelf.trouble), *([none] if none else []))
        ):
            self._parts.notice.say(told)

    def choose(self, identifier: str) -> None:
        """Bring a file to the front, with its edits and its own undo."""
        listed = next((f for f in self.shelf.files if f.identifier == identifier), None)
        if listed is None or (self.current and self.current.file.identifier == identifier):
            return
        self._parts.notice.clear()
        try:
            self.current = file = self.files.open(listed)
        except (OSError, UnicodeError) as error:
            self._troubles.failed(listed.name, error, reading=True)
            return
        known = Names(vocabulary_of(identifier), tuple(self.texts.texts), mark_names())
        self._parts.edit.show_document(file.document, known, read_only=file.is_read_only)
        if (draft := self._drafts.get(identifier)) and file.is_changed:
            self._troubles.draft(file, fits=draft.fits(file.edited.content or b""))
        self.fresh.emit()

    def check(self) -> None:
        """Find faults of the file in front, list them, and keep a draft of its edits."""
        file = self.current
        if file is None:
            return
        self.files.check(file, self.texts)
        self.files.keep_draft(file)
        self._parts.edit.show_faults(file.faults)
        self._parts.faults.show_faults(file.faults)
        self.tell()

    def tell(self) -> None:
        """Say how the file in front is: saved or not, faulty or not."""
        if (file := self.current) is None:
            return
        self._mark(file)
        key = "read_only" if file.is_read_only else ("changed" if file.is_changed else "as_saved")
        count = len(file.faults)
        faults = self._texts.text("ui.editor.count" if count else "ui.editor.sound", n=str(count))
        self._parts.state.say(
            f"{self._texts.text(f'ui.editor.state.{key}')} {faults}",
            "waiting" if count else "muted",
        )
        self._parts.save.setEnabled(file.is_changed and not file.is_read_only)

    def save(self) -> bool:
        """Save the file in front; asks first where players would see a fallback, or others wrote.

        Returns:
            Whether it is on disk now.
        """
        file = self.current
        if file is None:
            return True
        self.check()
        if file.is_read_only:
            self._troubles.read_only(file)
        elif (what := file.outside(surely=True)) is not Outside.NOTHING:
            self._troubles.outside(file, what, asked=True)
        elif file.is_faulty and file.is_changed:
            self._troubles.faulty(file)
        else:
            return self._write(file)
        return False

    def save_all(self) -> bool:
        """Save every file that has edits; the first one that cannot be saved comes to the front.

        Returns:
            Whether all are on disk now.
        """
        for file in self.files.changed:
            self.choose(file.file.identifier)
            self._parts.files.show_current(file.file.identifier)
            if not self.save():
                return False
        return True

    def look_outside(self) -> None:
        """See what others did to open files; without edits a file is simply read anew."""
        for file in self.files.all:
            what = file.outside()
            if what is Outside.NOTHING:
                continue
            if not file.is_changed and what is Outside.CHANGED:
                self._reload(file)
            elif file is self.current and not self._parts.notice.isVisible():
                self._troubles.outside(file, what, asked=False)

    def next_fault(self, step: int) -> None:
        """Go to the next fault behind the cursor, or before it; from the last to the first."""
        if self.current is None or not (faults := self.current.faults):
            return
        here = self._parts.edit.place()
        places = sorted({(fault.line, fault.column) for fault in faults})
        ahead = [p for p in places if p > here] if step > 0 else [p for p in places if p < here]
        self._parts.edit.go_to(*((ahead or places)[0 if step > 0 else -1]))

    def save_copy(self, path: Path) -> None:
        """Write the text in front into another file."""
        if self.current is None:
            return
        try:
            write_atomically(path, self.current.edited.to_save(self.current.text))
        except OSError as error:
            self._troubles.failed(path.name, error)
        else:
            self._parts.notice.say(self._texts.text("ui.editor.notice.copied", name=path.name))

    def failed(self, name: str, error: Failed) -> None:
        """Say that a file cannot be read."""
        self._troubles.failed(name, error, reading=True)

    def discard(self) -> None:
        """Let all edits go, with their drafts."""
        for file in self.files.changed:
            self.files.drop_draft(file)

    def _ways(self) -> Ways:
        return Ways(
            save_anyway=self._save_anyway,
            first_fault=lambda: self.next_fault(1),
            reload=self._take_theirs,
            keep_mine=self._keep_mine,
            copy=self.copy_wanted.emit,
            forget_draft=self._forget_draft,
        )

    def _write(self, file: OpenFile) -> bool:
        try:
            file.write()
        except OSError as error:
            self._troubles.failed(file.file.name, error)
            return False
        self.files.drop_draft(file)
        self._drafts.pop(file.file.identifier, None)
        self._parts.notice.clear()
        self.tell()
        self._parts.state.say(self._texts.text("ui.editor.saved", name=file.file.name), "accent")
        return True

    def _reload(self, file: OpenFile) -> None:
        try:
            file.reload()
        except (OSError, UnicodeError) as error:
            self._troubles.failed(file.file.name, error, reading=True)
            return
        if file is self.current:
            self.fresh.emit()
            self._parts.notice.say(
                self._texts.text("ui.editor.notice.reloaded", name=file.file.name)
            )

    def _save_anyway(self) -> None:
        if self.current is not None:
            self._write(self.current)

    def _take_theirs(self) -> None:
        if self.current is not None:
            self._reload(self.current)

    def _keep_mine(self) -> None:
        if self.current is not None:
            self.current.keep_mine()
            self.tell()

    def _forget_draft(self) -> None:
        if self.current is not None:
            self._drafts.pop(self.current.file.identifier, None)
            self.current.put(self.current.edited.text)
            self.fresh.emit()

    def _mark(self, file: OpenFile) -> None:
        self._parts.files.mark(
            file.file,
            changed=file.is_changed,
            faulty=bool(file.faults),
            read_only=file.is_read_only,
        )
