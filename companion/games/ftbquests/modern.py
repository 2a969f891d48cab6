"""Layouts B, C, C' and D: Minecraft 1.15 to 26.1, one file a chapter."""

from __future__ import annotations

from pathlib import Path

from companion.games.ftbquests.files import FileReader, files_below
from companion.games.ftbquests.quest_texts import is_split, read_texts, report_strays
from companion.games.ftbquests.raw_book import READ_FROM, Raw, RawBook, compounds, text_of, whole
from companion.games.snbt.content import Syntax
from companion.support.errors import Failure, LinkError

FALLBACK_LOCALE = "en_us"


def read_modern(root: Path, locale: str) -> RawBook:
    """Read a book of 1.15 or later.

    Args:
        root: The quest folder.
        locale: The player's language.

    Raises:
        LinkError: QUESTS_EMPTY, QUESTS_BROKEN or QUESTS_TOO_LARGE.
    """
    json5 = (root / "data.json5").exists()
    syntax, suffix = (Syntax.JSON5, ".json5") if json5 else (Syntax.SNBT, ".snbt")
    files = FileReader(root)
    data = _read_if_there(files, root / f"data{suffix}", syntax)
    groups = compounds(
        _read_if_there(files, root / f"chapter_groups{suffix}", syntax).get("chapter_groups")
    )
    chapters = _in_order(_chapters(files, root, suffix, syntax), groups)
    fallback = text_of(data.get("fallback_locale")) or FALLBACK_LOCALE
    texts = read_texts(files, root / "lang", (locale, fallback, FALLBACK_LOCALE), syntax)
    report_strays(files, root / "lang")
    paths = files_below(root / "reward_tables", (suffix,))
    tables = [table for path in paths if (table := files.read(path, syntax)) is not None]
    tables.sort(key=lambda table: whole(table.get("order_index")))
    return RawBook(
        layout="D" if json5 else _layout(root, has_texts=bool(texts)),
        data=data,
        groups=tuple(groups),
        chapters=tuple(chapters),
        tables=tuple(tables),
        texts=texts,
        faults=tuple(files.faults),
    )


def _read_if_there(files: FileReader, path: Path, syntax: Syntax) -> Raw:
    return (files.read(path, syntax) or {}) if path.exists() else {}


def _chapters(files: FileReader, root: Path, suffix: str, syntax: Syntax) -> list[Raw]:
    paths = files_below(root / "chapters", (suffix,))
    if not paths:
        raise LinkError(Failure.QUESTS_EMPTY, str(root))
    chapters: list[Raw] = []
    for path in paths:
        if (chapter := files.read(path, syntax)) is not None:
            chapter.setdefault("filename", path.stem)
            chapter[READ_FROM] = path.name
            chapters.append(chapter)
    if not chapters:
        fault = files.faults[-1]
        raise LinkError(Failure.QUESTS_BROKEN, f"{fault.file}: {fault.reason}")
    return chapters


def _in_order(chapters: list[Raw], groups: list[Raw]) -> list[Raw]:
    """Chapters without a known group first, then group by group, by index inside each."""
    places = {text_of(group.get("id")).upper(): place for place, group in enumerate(groups, 1)}

    def place(chapter: Raw) -> tuple[int, int, str]:
        group = places.get(text_of(chapter.get("group")).upper(), 0)
        return group, whole(chapter.get("order_index")), text_of(chapter.get("filename"))

    return sorted(chapters, key=place)


def _layout(root: Path, *, has_texts: bool) -> str:
    if not has_texts:
        return "B"
    return "C'" if is_split(root / "lang") else "C"
