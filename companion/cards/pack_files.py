"""The files of a resource pack, folder or zip, within bounds: names and bytes.

A pack comes from anywhere: a path that leaves it, a file beyond its size and a zip that unpacks
into too much cost what they are about, and whoever asked is told.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from companion.cards.reasons import reason
from companion.cards.template_reader import MAX_TEMPLATE_BYTES

MOST_FILES = 4_000
MAX_PACK_BYTES = 32 * 1024 * 1024
"""Of all files together, unpacked."""
MAX_TEXTS_BYTES = 1024 * 1024

UNREADABLE = (
    OSError,
    zipfile.BadZipFile,
    zlib.error,
    RuntimeError,
    NotImplementedError,
    EOFError,
)
"""What reading a damaged pack may raise."""

Tell = Callable[[str, str], None]
"""Is given a file of the pack, empty for the pack itself, and what is wrong with it."""

_OURS = re.compile(r"(?:cards/[^/]+/.+|translations/[^/]+/[^/]+|phrases/[^/]+)\.json$")
_ODD = re.compile(r"[\\:\x00-\x1f]")


def most_bytes(name: str) -> int:
    """How large a file of a pack may be."""
    return MAX_TEMPLATE_BYTES if name.startswith("cards/") else MAX_TEXTS_BYTES


def files_of(root: Path, tell: Tell) -> Iterator[tuple[str, bytes]]:
    """The files that are ours, in the order of their names, within bounds; blocks on the disk.

    Raises:
        OSError: The pack cannot be read; see `UNREADABLE` for what a damaged archive raises.
    """
    total = 0
    found = _zipped(root, tell) if root.is_file() else _in_folder(root, tell)
    for count, (name, data) in enumerate(found, 1):
        total += len(data)
        if count > MOST_FILES or total > MAX_PACK_BYTES:
            tell("", reason("pack_too_large", files=MOST_FILES, bytes=MAX_PACK_BYTES))
            return
        yield name, data


def _in_folder(root: Path, tell: Tell) -> Iterator[tuple[str, bytes]]:
    if not root.is_dir():
        tell("", reason("not_there"))
        return
    inside = root.resolve()
    for file in sorted(root.rglob("*.json")):
        name = file.relative_to(root).as_posix()
        if not _OURS.match(name) or not file.is_file():
            continue
        if not file.resolve().is_relative_to(inside):
            tell(name, reason("link_out"))
        elif file.stat().st_size > most_bytes(name):
            tell(name, reason("over", bytes=most_bytes(name)))
        else:
            yield name, file.read_bytes()


def _zipped(root: Path, tell: Tell) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(root) as archive:
        infos = archive.infolist()
        if len(infos) > 16 * MOST_FILES:
            tell("", reason("too_many_files", files=len(infos), most=16 * MOST_FILES))
            return
        for info in sorted(infos, key=lambda one: one.filename):
            if info.is_dir():
                continue
            if not is_inside(info.filename):
                tell(info.filename[:80], reason("path_out"))
            elif _OURS.match(info.filename):
                data = _unpacked(archive, info, tell)
                if data is not None:
                    yield info.filename, data


def is_inside(name: str) -> bool:
    """Whether a path of an archive stays in it: no `..`, no root, no drive."""
    path = PurePosixPath(name)
    return not (_ODD.search(name) or path.is_absolute() or ".." in path.parts)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, tell: Tell) -> bytes | None:
    """A file of an archive; its size is counted while it is unpacked, whatever the header says."""
    most = most_bytes(info.filename)
    try:
        with archive.open(info) as stream:
            data = stream.read(most + 1)
    except UNREADABLE as error:
        tell(info.filename, reason("not_unpacked", why=str(error)))
        return None
    if len(data) > most:
        tell(info.filename, reason("over", bytes=most))
        return None
    return data
