"""The client's language tables that a modpack brings along: what `{key}` in a quest names.

Sources, later ones win: `resources` (1.12), `kubejs/assets`, open resource folders, resource packs
(folders and zips). Names from mods are `item_names.py`'s business.
"""

from __future__ import annotations

import json
import logging
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyjson5

from companion.games.archives import DAMAGED_ARCHIVE
from companion.games.ftbquests.files import MAX_FILES, regular_stamp
from companion.language.halves import joined

logger = logging.getLogger(__name__)

MAX_LANGUAGE_BYTES = 8 << 20
MAX_PACKS = 200

_FOLDERS = ("resources", "kubejs/assets")
_PACKS = (
    "config/openloader/resources",
    "openloader/resources",
    "config/paxi/resourcepacks",
    "resourcepacks",
)

Table = dict[str, str]


def language_files(game: Path, locale: str) -> Iterator[Path]:
    """Loose language files of a game folder in one locale."""
    for folder in _FOLDERS:
        yield from _of_assets(game / folder, locale)
    for folder in _PACKS:
        for pack in _entries(game / folder)[:MAX_PACKS]:
            yield from _of_assets(pack / "assets", locale)


def language_zips(game: Path) -> Iterator[Path]:
    """Resource packs in a file."""
    for folder in _PACKS:
        yield from (p for p in _entries(game / folder)[:MAX_PACKS] if p.suffix == ".zip")


def read_pack_texts(game: Path, locales: Iterable[str]) -> Table:
    """The merged tables of a game folder; the first locale wins over the ones behind it."""
    table: Table = {}
    for locale in reversed(tuple(dict.fromkeys(locales))):
        for path in language_files(game, locale):
            stamp = regular_stamp(path)
            if stamp is not None and stamp[1] <= MAX_LANGUAGE_BYTES:
                table.update(_read_loose(path))
        for path in language_zips(game):
            table.update(read_zip(path, locale))
    return table


def read_zip(path: Path, locale: str) -> Table:
    """The language tables inside a resource pack or a mod; empty for a damaged file."""
    table: Table = {}
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist()[:MAX_FILES]:
                if (
                    is_language_file(entry.filename, locale)
                    and entry.file_size <= MAX_LANGUAGE_BYTES
                ):
                    table.update(parse_table(archive.read(entry), entry.filename))
    except DAMAGED_ARCHIVE as error:
        logger.warning("no texts from %s: %s", path.name, error)
    return table


def is_language_file(name: str, locale: str) -> bool:
    """Whether a path inside an archive is a language file of a locale."""
    parts = name.lower().split("/")
    return (
        len(parts) == 4
        and parts[0] == "assets"
        and parts[2] == "lang"
        and parts[3] in (f"{locale}.json", f"{locale}.lang")
    )


def parse_table(data: bytes, name: str) -> Table:
    """A language table out of JSON (comments and stray commas forgiven) or `key=value` lines."""
    text = data.decode("utf-8-sig", "replace")
    if name.lower().endswith(".lang"):
        pairs = (line.partition("=") for line in text.splitlines() if not line.startswith("#"))
        return {key.strip(): value for key, sign, value in pairs if sign}
    try:
        try:
            entries = json.loads(text, strict=False)
        except ValueError:
            entries = pyjson5.decode(text, maxdepth=16)
    except (pyjson5.Json5Exception, ValueError, RecursionError) as error:
        logger.warning("language file %s is damaged: %s", name, error)
        return {}
    if not isinstance(entries, dict):
        return {}
    return {joined(key): joined(value) for key, value in entries.items() if isinstance(value, str)}


def _read_loose(path: Path) -> Table:
    try:
        return parse_table(path.read_bytes(), path.name)
    except OSError as error:
        logger.warning("no texts from %s: %s", path.name, error)
        return {}


def _of_assets(assets: Path, locale: str) -> Iterator[Path]:
    for namespace in _entries(assets):
        for path in _entries(namespace / "lang"):
            if path.name.lower() in (f"{locale}.json", f"{locale}.lang"):
                yield path


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())[:MAX_FILES] if folder.is_dir() else []
    except OSError:
        return []
