"""Finished quest books on disk, so that a new process need not read a pack again.

A kept book counts only while every file it came from has the size and time it had then, and while
it was written by this very version of the reader.
"""

from __future__ import annotations

import gc
import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion import __version__
from companion.games.quest_book import QuestBook
from companion.support.atomic import write_atomically
from companion.support.paths import cache_folder

logger = logging.getLogger(__name__)

FORM = 1
"""Raised with every change of what books hold or how they are read."""
KEPT_BOOKS = 6
MOST_BYTES = 128 << 20

Stamps = Sequence[tuple[str, tuple[int, int] | None]]
"""Path of each source with its time in nanoseconds and its size."""


class _Kept(msgspec.Struct, array_like=True, frozen=True, gc=False):
    mark: bytes
    book: QuestBook


_decoder = msgspec.msgpack.Decoder(_Kept)
_encoder = msgspec.msgpack.Encoder()


def load_book(folder: Path, locale: str, stamps: Stamps) -> QuestBook | None:
    """A kept book whose sources are all as they were; None otherwise. Blocks on the disk."""
    path = _path(folder, locale)
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        data = path.read_bytes()
        with _without_collector():
            kept = _decoder.decode(data)
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return kept.book if kept.mark == _mark(stamps) else None


def keep_book(folder: Path, locale: str, stamps: Stamps, book: QuestBook) -> None:
    """Keep a book for the next process, and forget all but the newest few. Blocks on the disk."""
    path = _path(folder, locale)
    try:
        write_atomically(path, _encoder.encode(_Kept(_mark(stamps), book)))
        kept = sorted(path.parent.glob("*.book"), key=lambda p: p.stat().st_mtime_ns, reverse=True)
        for old in kept[KEPT_BOOKS:]:
            old.unlink(missing_ok=True)
    except (OSError, msgspec.MsgspecError, OverflowError) as error:
        logger.warning("the quest book is not kept for the next start: %s", error)


def _path(folder: Path, locale: str) -> Path:
    name = hashlib.blake2b(f"{folder.resolve()}\0{locale}".encode(errors="replace"), digest_size=12)
    return cache_folder() / "books" / f"{name.hexdigest()}.book"


def _mark(stamps: Stamps) -> bytes:
    digest = hashlib.blake2b(f"{FORM} {__version__}".encode(), digest_size=16)
    for path, stamp in stamps:
        digest.update(f"{path}\0{stamp}\n".encode(errors="replace"))
    return digest.digest()


@contextmanager
def _without_collector() -> Iterator[None]:
    """Hold the collector back while a hundred thousand objects are made that all stay."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
