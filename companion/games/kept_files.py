"""What was read out of many files, on disk, so that a new process need not read them again.

It counts only while every file it came from has the size and time it had then, and while it was
written by this very version of the reader.
"""

from __future__ import annotations

import gc
import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from companion import __version__
from companion.support.atomic import write_atomically
from companion.support.paths import cache_folder

logger = logging.getLogger(__name__)

T = TypeVar("T")

MOST_BYTES = 128 << 20

Stamps = Sequence[tuple[str, tuple[int, int] | None]]
"""Path of each source with its time in nanoseconds and its size."""


class Kept(msgspec.Struct, Generic[T], array_like=True, frozen=True, gc=False):
    """What a file holds, and the mark of what it came from."""

    mark: bytes
    content: T


_encoder = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class KeptFiles(Generic[T]):
    """Files of one kind in the cache folder. Blocks on the disk; any thread.

    Attributes:
        kind: Ending of their names; their folder is called after it.
        decoder: Of their content.
        most: So many of them are kept, the newest.
    """

    kind: str
    decoder: msgspec.msgpack.Decoder[Kept[T]]
    most: int

    def load(self, name: str, mark: bytes) -> T | None:
        """What is kept under a name; None where there is nothing with this mark."""
        path = self._path(name)
        try:
            if path.stat().st_size > MOST_BYTES:
                return None
            data = path.read_bytes()
            with _without_collector():
                kept = self.decoder.decode(data)
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
        return kept.content if kept.mark == mark else None

    def keep(self, name: str, mark: bytes, content: T) -> None:
        """Keep it for the next process, and forget all but the newest few."""
        path = self._path(name)
        try:
            write_atomically(path, _encoder.encode(Kept(mark, content)))
            kept = path.parent.glob(f"*.{self.kind}")
            for old in sorted(kept, key=lambda p: p.stat().st_mtime_ns)[: -self.most]:
                old.unlink(missing_ok=True)
        except (OSError, msgspec.MsgspecError, UnicodeError, OverflowError) as error:
            logger.warning("a %s is not kept for the next start: %s", self.kind, error)

    def _path(self, name: str) -> Path:
        digest = hashlib.blake2b(name.encode(errors="replace"), digest_size=12).hexdigest()
        return cache_folder() / f"{self.kind}s" / f"{digest}.{self.kind}"


def mark_of(form: int, stamps: Stamps) -> bytes:
    """The mark of what came from some files.

    Args:
        form: Raised with every change of what is kept or how it is read.
        stamps: Of the files.
    """
    digest = hashlib.blake2b(f"{form} {__version__}".encode(), digest_size=16)
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
