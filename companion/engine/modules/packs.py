"""Reading data packs off the disk: folders or zip files that hold `data/`. Blocks."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from companion.engine.modules.world_data import Pack

MOST_FILE_BYTES = 1024 * 1024
MOST_FILES = 10_000

_ALL = re.compile("")
_OURS = re.compile(r"[^/]+/(tags/)?system/")
"""`<namespace>/system/...` and `<namespace>/tags/system/...`."""


def read_pack(root: Path, only: re.Pattern[str] = _ALL) -> Pack:
    """Read the JSON files below a pack's `data/`; a pack without one is empty.

    Args:
        root: Folder or zip file.
        only: What the beginning of a path below `data/` must be like.

    Raises:
        ValueError: A file is over a mebibyte, or there are too many, or the zip is damaged.
        OSError: The disk refuses.
    """
    files: dict[str, bytes] = {}
    try:
        for name, data in (
            _zipped(root, only) if root.is_file() else _in_folder(root / "data", only)
        ):
            files[name] = data
            if len(files) > MOST_FILES:
                raise ValueError(f"{root.name} holds more than {MOST_FILES} files")
    except zipfile.BadZipFile as error:
        raise ValueError(f"{root.name} is no readable zip") from error
    return files


def read_packs(folder: Path) -> tuple[Pack, ...]:
    """Read every pack of a world's `datapacks` folder, in the order of their names.

    Packs of the game lie there as well; what they hold beside our registries is passed over.

    Raises:
        ValueError: See `read_pack`; the message names the pack.
        OSError: The disk refuses.
    """
    if not folder.is_dir():
        return ()
    places = sorted(place for place in folder.iterdir() if place.is_dir() or _is_zip(place))
    return tuple(read_pack(place, _OURS) for place in places)


def _is_zip(place: Path) -> bool:
    return place.is_file() and place.suffix.casefold() == ".zip"


def _in_folder(data: Path, only: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    for file in sorted(data.rglob("*.json")):
        if not only.match(file.relative_to(data).as_posix()):
            continue
        if file.is_file() and file.resolve().is_relative_to(data.resolve()):
            _check_size(file.name, file.stat().st_size)
            yield file.relative_to(data).as_posix(), file.read_bytes()


def _zipped(root: Path, only: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(root) as pack:
        for entry in pack.infolist():
            name = entry.filename.removeprefix("data/")
            if name != entry.filename and name.endswith(".json") and only.match(name):
                _check_size(entry.filename, entry.file_size)
                yield name, pack.read(entry)


def _check_size(name: str, size: int) -> None:
    if size > MOST_FILE_BYTES:
        raise ValueError(f"{name} has {size} bytes, at most {MOST_FILE_BYTES} are read")
