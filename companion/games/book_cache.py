"""Finished quest books on disk, so that a new process need not read a pack again."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.games.kept_files import Kept, KeptFiles, Stamps, mark_of
from companion.games.quest_book import QuestBook

__all__ = ["Stamps", "keep_book", "load_book"]

FORM = 2
"""Raised with every change of what books hold or how they are read."""
KEPT_BOOKS = 6

_BOOKS = KeptFiles("book", msgspec.msgpack.Decoder(Kept[QuestBook]), KEPT_BOOKS)


def load_book(folder: Path, locale: str, stamps: Stamps) -> QuestBook | None:
    """A kept book whose sources are all as they were; None otherwise. Blocks on the disk."""
    return _BOOKS.load(_name(folder, locale), mark_of(FORM, stamps))


def keep_book(folder: Path, locale: str, stamps: Stamps, book: QuestBook) -> None:
    """Keep a book for the next process, and forget all but the newest few. Blocks on the disk."""
    _BOOKS.keep(_name(folder, locale), mark_of(FORM, stamps), book)


def _name(folder: Path, locale: str) -> str:
    return f"{folder.resolve()}\0{locale}"
