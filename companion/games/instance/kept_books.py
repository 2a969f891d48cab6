"""The quest books of a folder, one a language, kept until a file they came from changes.

A file that the game is just writing leaves the last good book.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from pathlib import Path

from companion.games.book_cache import keep_book, load_book
from companion.games.ftbquests.files import Stamp
from companion.games.ftbquests.folder import QuestFolder, find_quest_folder
from companion.games.ftbquests.read import read_book
from companion.games.instance.sources import Stamps, stamps_of_book
from companion.games.quest_book import QuestBook
from companion.support.clock import Clock
from companion.support.errors import Failure, LinkError

logger = logging.getLogger(__name__)

BOOKS_KEPT = 2
"""Locales; a book of 5,000 quests takes about 30 MB."""
SETTLE_S = 3.0
"""A file that cannot be read is given so long to become whole before it counts as broken."""


class KeptBooks:
    """Any thread; one reads at a time.

    Args:
        folder: As of the link.
        clock: Its wall time tells files that are just being written.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._lock = threading.RLock()
        self._is_void = False
        self._failed: dict[str, tuple[Stamps, LinkError]] = {}
        self._books: dict[str, tuple[Stamps, QuestBook]] = {}

    def known(self) -> tuple[QuestBook, ...]:
        """Those that were read so far."""
        return tuple(book for _, book in tuple(self._books.values()))

    def book(self, locale: str) -> QuestBook:
        """The quest book in a locale; the last good one while another thread reads it anew.

        Raises:
            LinkError: FOLDER_MISSING, QUESTS_MISSING, QUESTS_EMPTY, QUESTS_BROKEN or
                QUESTS_TOO_LARGE.
        """
        known = self._books.get(locale)
        if not self._lock.acquire(blocking=known is None):
            assert known is not None
            return known[1]
        try:
            return self._book(find_quest_folder(self._folder), locale)
        except OSError as error:  # not ours to read, or gone while it was read
            raise LinkError(Failure.QUESTS_BROKEN, said(error)) from error
        finally:
            self._lock.release()

    def forget(self) -> None:
        """Read from the files at the next look, whatever their stamps say."""
        with self._lock:
            self._books = {locale: ((), book) for locale, (_, book) in self._books.items()}
            self._failed.clear()
            self._is_void = True

    def _book(self, folder: QuestFolder, locale: str) -> QuestBook:
        stamps = stamps_of_book(folder, locale)
        known = self._books.get(locale)
        if known is None or known[0] != stamps:
            fresh = None if self._is_void else load_book(folder.root, locale, stamps)
            self._is_void = False
            if fresh is None:
                fresh = self._read(folder, locale, stamps, known[1] if known else None)
            if known is not None and fresh is known[1]:
                return fresh  # its files are not whole yet: the next look tries again
            self._books.pop(locale, None)
            self._books[locale] = known = (stamps, fresh)
        while len(self._books) > BOOKS_KEPT:
            del self._books[next(iter(self._books))]
        return known[1]

    def _read(
        self, folder: QuestFolder, locale: str, stamps: Stamps, last: QuestBook | None
    ) -> QuestBook:
        """Read the files; the last good book instead while one of them is just being written.

        Raises:
            LinkError: As `book`.
        """
        known, failed = self._failed.get(locale, ((), None))
        if failed is not None and known == stamps:
            # somebody looks every second: what is broken is not read again and again
            raise LinkError(failed.failure, failed.detail)
        try:
            book = read_book(folder, locale)
        except LinkError as error:
            if last is not None and self._is_being_written(stamps):
                return last
            self._failed[locale] = (stamps, LinkError(error.failure, error.detail))
            raise
        if last is not None and set(book.faults) - set(last.faults):
            files = {fault.file for fault in book.faults} - {fault.file for fault in last.faults}
            broken = {str(folder.root / file) for file in files}
            if self._is_being_written(one for one in stamps if one[0] in broken):
                logger.info("quest files are being written; the last good book stays for now")
                return last
        keep_book(folder.root, locale, stamps, book)
        return book

    def _is_being_written(self, stamps: Iterable[tuple[str, Stamp | None]]) -> bool:
        """Whether one of some files changed a moment ago."""
        since_ns = (self._clock.wall() - SETTLE_S) * 1e9
        return any(stamp is not None and stamp[0] > since_ns for _, stamp in stamps)


def said(error: OSError) -> str:
    """What a file system says."""
    return f"{error.filename}: {error.strerror}"
