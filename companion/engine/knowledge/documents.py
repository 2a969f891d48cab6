"""What an owner wrote down for players: Markdown, text and PDF files of the knowledge folder.

A file that cannot be read costs that file, and is named with its reason. Hidden files and links out
of the folder are not looked at. To add a format: a line in `READERS`.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from companion.engine.knowledge.cutting import passages, tidied
from companion.engine.knowledge.faults import DocumentError, Fault
from companion.engine.knowledge.markdown import sections
from companion.engine.knowledge.pdf import pages
from companion.engine.knowledge.piece import Kind, Piece
from companion.engine.knowledge.plain_file import MOST_FILE_BYTES, text_of

MOST_FILES = 1_000
MOST_FILE_CHARACTERS = 8 * 1024 * 1024
MOST_PIECES = 100_000
"""Of the whole folder."""

Stamp = tuple[int, int]
"""When a file was changed, in nanoseconds, and its size."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file, read.

    Attributes:
        fault: Why nothing of it is used; None for a good one.
    """

    stamp: Stamp
    pieces: tuple[Piece, ...] = ()
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What is in a folder.

    Attributes:
        stamps: Of the files that are read, by path.
        more: How many files there are beyond `MOST_FILES`.
    """

    stamps: Mapping[str, Stamp]
    more: int = 0


def seen(folder: Path) -> Seen:
    """The files of a folder and below that may be read; none where there is no folder."""
    found: dict[str, Stamp] = {}
    more = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(place, name)
            if path.suffix.lower() not in READERS or name.startswith("."):
                continue
            if len(found) == MOST_FILES:
                more += 1
            elif (stamp := _stamp(path)) is not None:
                found[path.relative_to(folder).as_posix()] = stamp
    return Seen(found, more)


def _stamp(path: Path) -> Stamp | None:
    """When a file was changed; None for a link, and for what is no file: a pipe has no end."""
    try:
        status = path.lstat()
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def read(folder: Path, name: str, stamp: Stamp) -> Document:
    """Read one file; never raises for what is in it."""
    path = folder / name
    if stamp[1] > MOST_FILE_BYTES:
        return Document(stamp, fault=Fault.TOO_LARGE)
    try:
        return Document(stamp, tuple(_pieces(path, name)))
    except DocumentError as error:
        return Document(stamp, fault=error.fault)
    except OSError:
        return Document(stamp, fault=Fault.UNREADABLE)
    except (ValueError, RecursionError):
        return Document(stamp, fault=Fault.DAMAGED)


def _pieces(path: Path, name: str) -> Iterator[Piece]:
    count = 0
    for title, text in READERS[path.suffix.lower()](path):
        count += len(text)
        if count > MOST_FILE_CHARACTERS:
            raise DocumentError(Fault.TOO_MUCH_TEXT)
        heading = tidied(title)[:120] or PurePosixPath(name).stem
        for passage in passages(text):
            yield Piece(heading, passage, Kind.FILE, name)


def _markdown(path: Path) -> Iterator[tuple[str, str]]:
    yield from sections(text_of(path))


def _plain(path: Path) -> Iterator[tuple[str, str]]:
    yield "", text_of(path)


def _pdf(path: Path) -> Iterator[tuple[str, str]]:
    for number, text in pages(path, time.monotonic):
        yield f"{path.stem}, {number}", text


READERS: Mapping[str, Callable[[Path], Iterator[tuple[str, str]]]] = {
    ".md": _markdown,
    ".markdown": _markdown,
    ".txt": _plain,
    ".pdf": _pdf,
}
"""Ending to what yields title and text of each section."""
