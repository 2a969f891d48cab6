"""What an owner wrote down for players: Markdown, text and PDF files of the knowledge folder.

A file that cannot be read costs that file, and is named with its reason. Hidden files and links out
of the folder are not looked at. To add a format: a line in `READERS`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from companion.engine.knowledge.cutting import passages, tidied
from companion.engine.knowledge.markdown import sections
from companion.engine.knowledge.pdf import pages
from companion.engine.knowledge.piece import Kind, Piece

MOST_FILES = 1_000
MOST_FILE_BYTES = 32 * 1024 * 1024
MOST_FILE_CHARACTERS = 8 * 1024 * 1024
MOST_PIECES = 100_000
"""Of the whole folder."""

Stamp = tuple[int, int]
"""When a file was changed, in nanoseconds, and its size."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file, read.

    Attributes:
        fault: Why nothing of it is used; empty for a good one.
    """

    stamp: Stamp
    pieces: tuple[Piece, ...] = ()
    fault: str = ""


def stamps(folder: Path) -> Mapping[str, Stamp]:
    """The readable files of a folder and below, by path; empty where there is no folder."""
    found: dict[str, Stamp] = {}
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(place, name)
            if path.suffix.lower() not in READERS or name.startswith(".") or path.is_symlink():
                continue
            try:
                seen = path.stat()
            except OSError:
                continue
            found[path.relative_to(folder).as_posix()] = (seen.st_mtime_ns, seen.st_size)
            if len(found) == MOST_FILES:
                return found
    return found


def read(folder: Path, name: str, stamp: Stamp) -> Document:
    """Read one file; never raises for what is in it."""
    path = folder / name
    if stamp[1] > MOST_FILE_BYTES:
        return Document(stamp, fault=f"larger than {MOST_FILE_BYTES >> 20} MiB")
    try:
        return Document(stamp, tuple(_pieces(path, name)))
    except OSError as error:
        return Document(stamp, fault=error.strerror or type(error).__name__)
    except (ValueError, RecursionError) as error:
        return Document(stamp, fault=str(error) or type(error).__name__)


def _pieces(path: Path, name: str) -> Iterator[Piece]:
    count = 0
    for title, text in READERS[path.suffix.lower()](path):
        count += len(text)
        if count > MOST_FILE_CHARACTERS:
            raise ValueError(f"more than {MOST_FILE_CHARACTERS} characters of text")
        heading = tidied(title)[:120] or PurePosixPath(name).stem
        for passage in passages(text):
            yield Piece(heading, passage, Kind.FILE, name)


def _markdown(path: Path) -> Iterator[tuple[str, str]]:
    yield from sections(_text(path))


def _plain(path: Path) -> Iterator[tuple[str, str]]:
    yield "", _text(path)


def _pdf(path: Path) -> Iterator[tuple[str, str]]:
    for number, text in pages(path, time.monotonic):
        yield f"{path.stem}, {number}", text


def _text(path: Path) -> str:
    """A file's text: UTF-8, else what Windows writes in China.

    Raises:
        ValueError: It is neither.
    """
    data = path.read_bytes()
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ValueError("it is not text in UTF-8")


READERS: Mapping[str, Callable[[Path], Iterator[tuple[str, str]]]] = {
    ".md": _markdown,
    ".markdown": _markdown,
    ".txt": _plain,
    ".pdf": _pdf,
}
"""Ending to what yields title and text of each section."""
