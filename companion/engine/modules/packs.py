"""Reading data packs off the disk: folders or zip files that hold `data/`. Blocks."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from companion.engine.modules.world_data import Pack

MOST_FILE_BYTES = 1024 * 1024
MOST_FILES = 10_000


def read_pack(root: Path) -> Pack:
    """Read the JSON files below a pack's `data/`; a pack without one is empty.

    Raises:
        ValueError: A file is over a mebibyte, or there are too many, or the zip is damaged.
        OSError: The disk refuses.
    """
    files: dict[str, bytes] = {}
    try:
        for name, data in _zipped(root) if root.is_file() else _in_folder(root / "data"):
            files[name] = data
            if len(files) > MOST_FILES:
                raise ValueError(f"{root.name} holds more than {MOST_FILES} files")
    except zipfile.BadZipFile as error:
        raise ValueError(f"{root.name} is no readable zip") from error
    return files


def _in_folder(data: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(data.rglob("*.json")):
        if file.is_file() and file.resolve().is_relative_to(data.resolve()):
            _check_size(file.name, file.stat().st_size)
            yield file.relative_to(data).as_posix(), file.read_bytes()


def _zipped(root: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(root) as pack:
        for entry in pack.infolist():
            if entry.filename.startswith("data/") and entry.filename.endswith(".json"):
                _check_size(entry.filename, entry.file_size)
                yield entry.filename.removeprefix("data/"), pack.read(entry)


def _check_size(name: str, size: int) -> None:
    if size > MOST_FILE_BYTES:
        raise ValueError(f"{name} has {size} bytes, at most {MOST_FILE_BYTES} are read")
