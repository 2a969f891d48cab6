"""Names out of the player's own game: mod jars, the game's jar and its language assets.

Reading hundreds of jars takes seconds, so what was found is kept in the cache folder under a key
made of their names, sizes and times. No name is shipped with this program.
"""

from __future__ import annotations

import hashlib
import json
import logging
import zipfile
from pathlib import Path

import msgspec

from companion.games.archives import DAMAGED_ARCHIVE, MOST_ENTRIES, with_inner
from companion.games.ftbquests.files import regular_stamp
from companion.games.ftbquests.pack_texts import (
    MAX_LANGUAGE_BYTES,
    Table,
    is_language_file,
    parse_table,
)
from companion.support.atomic import write_atomically
from companion.support.paths import cache_folder

logger = logging.getLogger(__name__)

MAX_JARS = 2_000
MAX_KEYS = 1_000_000
KEPT_TABLES = 4

_JARS = (
    "*.jar",
    "libraries/net/minecraft/server/*/server-*.jar",
    "libraries/com/mojang/minecraft/*/minecraft-*-client.jar",
    "versions/*/*.jar",
    "mods/*.jar",
    "mods/*/*.jar",
)
"""In a game folder, later ones win."""

_ASSET_ROOTS = ("assets", "../assets", "../../assets")
"""Where launchers keep the game's assets: in the game folder, or shared by instances."""


def read_item_names(game: Path, locales: tuple[str, ...]) -> Table:
    """Translation keys of everything installed, the first locale in front; empty without jars."""
    jars = _jars(game)
    assets = [path for locale in locales if (path := _language_asset(game, locale)) is not None]
    if not jars and not assets:
        return {}
    kept = cache_folder() / "names" / f"{_key([*jars, *assets], locales)}.json"
    try:
        return msgspec.json.decode(kept.read_bytes(), type=Table)
    except (OSError, msgspec.DecodeError):
        table = _read_all(game, jars, locales)
        _keep(kept, table)
        return table


def name_sources(game: Path, locales: tuple[str, ...]) -> list[Path]:
    """Every file that names come from; blocks on the disk."""
    assets = [path for locale in locales if (path := _language_asset(game, locale)) is not None]
    return [*_jars(game), *assets]


def _jars(game: Path) -> list[Path]:
    found: list[Path] = []
    for pattern in _JARS:
        found.extend(sorted(path for path in game.glob(pattern) if regular_stamp(path)))
    return found[:MAX_JARS]


def _key(paths: list[Path], locales: tuple[str, ...]) -> str:
    digest = hashlib.sha256(repr(locales).encode())
    for path in paths:
        digest.update(f"{path}\0{regular_stamp(path)}\n".encode(errors="replace"))
    return digest.hexdigest()[:32]


def _read_all(game: Path, jars: list[Path], locales: tuple[str, ...]) -> Table:
    tables: dict[str, Table] = {locale: {} for locale in locales}
    for jar in jars:
        try:
            with zipfile.ZipFile(jar) as archive:
                for one in with_inner(archive):
                    _read_archive(one, tables)
        except DAMAGED_ARCHIVE as error:
            logger.warning("no names from %s: %s", jar.name, error)
    table: Table = {}
    for locale in reversed(locales):
        asset = _language_asset(game, locale)
        if asset is not None:
            table.update(_read_asset(asset))
        table.update(tables[locale])
    return table


def _read_archive(archive: zipfile.ZipFile, tables: dict[str, Table]) -> None:
    for entry in archive.infolist()[:MOST_ENTRIES]:
        name = entry.filename
        for locale, table in tables.items():
            if not is_language_file(name, locale) or len(table) >= MAX_KEYS:
                continue
            if entry.file_size <= MAX_LANGUAGE_BYTES:
                table.update(parse_table(archive.read(entry), name))


def _language_asset(game: Path, locale: str) -> Path | None:
    """The file of a language that the launcher has fetched; English lies in the game's jar."""
    for root in _ASSET_ROOTS:
        indexes = game / root / "indexes"
        for index in sorted(indexes.glob("*.json"), reverse=True) if indexes.is_dir() else ():
            digest = _asset_digest(index, f"minecraft/lang/{locale}.json")
            path = game / root / "objects" / digest[:2] / digest
            if digest and regular_stamp(path):
                return path
    return None


def _asset_digest(index: Path, name: str) -> str:
    try:
        digest = json.loads(index.read_bytes())["objects"][name]["hash"]
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return digest if isinstance(digest, str) and digest.isalnum() else ""


def _read_asset(path: Path) -> Table:
    try:
        return parse_table(path.read_bytes(), "asset.json")
    except OSError as error:
        logger.warning("no names from the game's language file: %s", error)
        return {}


def _keep(path: Path, table: Table) -> None:
    """Save a table, and forget all but the newest few."""
    try:
        write_atomically(path, msgspec.json.encode(table))
        kept = sorted(path.parent.glob("*.json"), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in kept[KEPT_TABLES:]:
            old.unlink(missing_ok=True)
    except OSError as error:
        logger.warning("names are not kept for the next start: %s", error)
