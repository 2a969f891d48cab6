"""Where textures may lie in a Minecraft folder, and reading them within bounds.

Order as in the game: a resource pack that is switched on wins over a pack's own assets, these over
mods, mods over the client itself. No path from outside reaches the disk: inside an archive only
names that were asked for are read, and they are made of plain ids.
"""

from __future__ import annotations

import logging
import zipfile
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.games.archives import DAMAGED_ARCHIVE

logger = logging.getLogger(__name__)

MAX_ENTRY_BYTES = 512 * 1024
MAX_ENTRIES = 100_000
"""Names in one archive; the largest known mod has 30,000."""
MAX_ARCHIVES = 1_500
_OPEN_ARCHIVES = 6


def minecraft_folder(folder: Path) -> Path:
    """The folder that the game runs in: itself, or the one that launchers put below."""
    inner = (folder / ".minecraft", folder / "minecraft")
    return next((path for path in inner if path.is_dir()), folder)


def archives_of(folder: Path) -> tuple[Path, ...]:
    """Folders and archives with assets, the one that wins first; blocks on the disk.

    Args:
        folder: As `minecraft_folder` gives it.
    """
    found = [
        *_enabled_packs(folder),
        *(path for path in (folder / "kubejs" / "assets",) if path.is_dir()),
        *_sorted(folder / "mods", "*.jar"),
        *_client_jars(folder),
    ]
    return tuple(found[:MAX_ARCHIVES])


class Archives:
    """Reads entries of archives; knows which of them has which namespace. One thread at a time.

    Args:
        paths: The one that wins first.
    """

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths
        self._by_namespace: dict[str, list[Path]] | None = None
        self._open: OrderedDict[Path, zipfile.ZipFile] = OrderedDict()

    def read(self, namespace: str, path: str) -> bytes | None:
        """The bytes of `assets/<namespace>/<path>`; None where nobody has it or it is too long."""
        for source in self._sources(namespace):
            found = self._read(source, namespace, path)
            if found is not None:
                return found
        return None

    def close(self) -> None:
        """Let go of all archives."""
        while self._open:
            self._open.popitem()[1].close()

    def _sources(self, namespace: str) -> list[Path]:
        if self._by_namespace is None:
            self._by_namespace = {}
            for path in self._paths:
                for name in self._namespaces(path):
                    self._by_namespace.setdefault(name, []).append(path)
        return self._by_namespace.get(namespace, [])

    def _namespaces(self, path: Path) -> set[str]:
        try:
            if path.is_dir():
                return {entry.name for entry in path.iterdir() if entry.is_dir()}
            with zipfile.ZipFile(path) as archive:
                names = archive.namelist()
        except DAMAGED_ARCHIVE as error:
            logger.warning("no textures from %s: %s", path.name, error)
            return set()
        if len(names) > MAX_ENTRIES:
            logger.warning("no textures from %s: %d entries", path.name, len(names))
            return set()
        return {name.split("/", 2)[1] for name in names if name.startswith("assets/")}

    def _read(self, source: Path, namespace: str, path: str) -> bytes | None:
        try:
            if source.is_dir():
                return _file(source / namespace / path)
            archive = self._archive(source)
            info = archive.NameToInfo.get(f"assets/{namespace}/{path}")
            if info is None or info.file_size > MAX_ENTRY_BYTES:
                return None
            with archive.open(info) as entry:
                data = entry.read(MAX_ENTRY_BYTES + 1)
        except DAMAGED_ARCHIVE as error:
            logger.debug("%s in %s not read: %s", path, source.name, error)
            return None
        return data if len(data) <= MAX_ENTRY_BYTES else None

    def _archive(self, path: Path) -> zipfile.ZipFile:
        if path in self._open:
            self._open.move_to_end(path)
            return self._open[path]
        self._open[path] = zipfile.ZipFile(path)
        if len(self._open) > _OPEN_ARCHIVES:
            self._open.popitem(last=False)[1].close()
        return self._open[path]


def _file(path: Path) -> bytes | None:
    if not path.is_file() or path.stat().st_size > MAX_ENTRY_BYTES:
        return None
    return path.read_bytes()


def _sorted(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern)) if folder.is_dir() else []


def _client_jars(folder: Path) -> Iterator[Path]:
    """The game's own jar, where launchers keep it: beside the instance or far above it."""
    for base in (folder, *list(folder.parents)[:4]):
        for below in ("versions", "Install/versions"):
            yield from _newest(base / below, "*/*.jar")
        yield from _newest(base / "libraries/com/mojang/minecraft", "*/minecraft-*-client.jar")


def _newest(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern), reverse=True)[:4] if folder.is_dir() else []


def _enabled_packs(folder: Path) -> list[Path]:
    """Resource packs that `options.txt` names, the last of them wins."""
    try:
        lines = (folder / "options.txt").read_text("utf-8", "replace").splitlines()[:2000]
    except OSError:
        return []
    listed = next((line[14:] for line in lines if line.startswith("resourcePacks:")), "[]")
    try:
        names = msgspec.json.decode(listed, type=list[str])
    except msgspec.DecodeError:
        return []
    found: list[Path] = []
    for name in reversed(names):
        plain = name.removeprefix("file/")
        if plain == Path(plain).name and (path := folder / "resourcepacks" / plain).exists():
            found.append(path / "assets" if path.is_dir() else path)
    return found
