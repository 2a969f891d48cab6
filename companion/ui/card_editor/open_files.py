"""All templates that are open, their drafts, and what is wrong with them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from PySide6.QtCore import QObject

from companion.cards.authoring.drafts import Draft, Drafts, mark_of
from companion.cards.authoring.shelf import Shelf, ShelfFile
from companion.cards.checking import check_template
from companion.cards.reasons import worded
from companion.language.translations import Translations
from companion.ui.card_editor.open_file import OpenFile


class OpenFiles:
    """Keeps what was opened until the editor ends. GUI thread; drafts are written on another.

    Args:
        texts: In the author's language.
        drafts: Where edits are kept that were not saved.
        owner: Owns the documents.
    """

    def __init__(self, texts: Translations, drafts: Drafts, owner: QObject) -> None:
        self._texts, self._drafts, self._owner = texts, drafts, owner
        self._open: dict[str, OpenFile] = {}
        self._writer = ThreadPoolExecutor(1, "card drafts")
        self._kept: dict[str, str] = {}

    @property
    def all(self) -> tuple[OpenFile, ...]:
        """In the order they were opened."""
        return tuple(self._open.values())

    @property
    def changed(self) -> tuple[OpenFile, ...]:
        """Those with edits that were not saved."""
        return tuple(file for file in self.all if file.is_changed)

    def open(self, file: ShelfFile) -> OpenFile:
        """Open a file, or find it as it was left.

        Raises:
            OSError: It cannot be read.
            UnicodeDecodeError: It is not UTF-8.
        """
        if file.identifier not in self._open:
            self._open[file.identifier] = OpenFile(file, self._owner)
        return self._open[file.identifier]

    def restore(self, shelf: Shelf) -> dict[str, Draft]:
        """Bring back what an earlier run did not save: id of the template to the draft."""
        found: dict[str, Draft] = {}
        for file in shelf.files:
            draft = self._drafts.of(file.path) if file.path else None
            if draft is not None and self._bring_back(file, draft):
                found[file.identifier] = draft
        return found

    def _bring_back(self, file: ShelfFile, draft: Draft) -> bool:
        """Whether a draft says another thing than its file."""
        try:
            opened = self.open(file)
        except (OSError, UnicodeError):
            return False
        if draft.text == opened.text:
            return False
        opened.put(draft.text)
        self._kept[file.identifier] = draft.text
        return True

    def check(self, file: OpenFile, texts: Translations) -> None:
        """Find what is wrong in a file as it is now.

        Args:
            file: Gets its faults.
            texts: What `%key%` may name.
        """
        name, identifier = file.file.name, file.file.identifier
        found = check_template(file.text.encode(), name, identifier, texts)
        file.faults = tuple(replace(one, reason=worded(one.reason, self._texts)) for one in found)

    def keep_draft(self, file: OpenFile) -> None:
        """Keep the edits of a file, or forget them where there are none; returns at once."""
        path, identifier, text = file.file.path, file.file.identifier, file.text
        if path is None:
            return
        if not file.is_changed:
            self.drop_draft(file)
        elif self._kept.get(identifier) != text:
            self._kept[identifier] = text
            draft = Draft(str(path.absolute()), text, mark_of(file.edited.content or b""))
            self._writer.submit(self._drafts.keep, draft)

    def drop_draft(self, file: OpenFile) -> None:
        """Forget the edits of a file; returns at once."""
        if file.file.path is not None:
            self._kept.pop(file.file.identifier, None)
            self._writer.submit(self._drafts.drop, file.file.path)

    def end(self) -> None:
        """Wait until drafts are written."""
        self._writer.shutdown()
