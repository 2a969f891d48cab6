"""Layout A: Minecraft 1.12, a folder a chapter and a file a quest, as SNBT or compressed NBT."""

from __future__ import annotations

from pathlib import Path

from companion.games.ftbquests.files import FileReader, files_below
from companion.games.ftbquests.raw_book import Raw, RawBook, object_id
from companion.games.quest_book import quest_id_text
from companion.games.snbt.content import Syntax
from companion.support.errors import Failure, LinkError

_SUFFIXES = (".snbt", ".nbt")
_ID_DIGITS = 8


def read_classic(root: Path) -> RawBook:
    """Read a book of 1.12.

    Args:
        root: The quest folder, mostly `config/ftbquests/normal`.

    Raises:
        LinkError: QUESTS_EMPTY, QUESTS_BROKEN or QUESTS_TOO_LARGE.
    """
    files = FileReader(root)
    data = _read_either(files, root / "file")
    chapters = [
        chapter
        for name in _order(files, root / "chapters")
        if (chapter := _chapter(files, root / "chapters" / name)) is not None
    ]
    if not chapters:
        if files.faults:
            fault = files.faults[-1]
            raise LinkError(Failure.QUESTS_BROKEN, f"{fault.file}: {fault.reason}")
        raise LinkError(Failure.QUESTS_EMPTY, str(root))
    return RawBook(
        layout="A",
        data=data,
        groups=tuple(_groups(chapters)),
        chapters=tuple(chapters),
        tables=tuple(_tables(files, root / "reward_tables")),
        faults=tuple(files.faults),
    )


def _read_either(files: FileReader, stem: Path) -> Raw:
    for suffix in _SUFFIXES:
        if (path := stem.with_name(stem.name + suffix)).exists():
            return files.read(path, Syntax.SNBT) or {}
    return {}


def _order(files: FileReader, folder: Path) -> list[str]:
    """Names of the chapter folders: as the index says, then those it forgot."""
    names = {entry.name.lower(): entry.name for entry in sorted(folder.iterdir()) if entry.is_dir()}
    listed = _index(files, folder)
    return [names.pop(name) for name in listed if name in names] + list(names.values())


def _index(files: FileReader, folder: Path) -> list[str]:
    """Ids of an index file, as eight lower-case digits: written as text or as whole numbers."""
    index = _read_either(files, folder / "index").get("index")
    numbers = [object_id(entry) for entry in index] if isinstance(index, list) else []
    return [f"{n & 0xFFFF_FFFF:0{_ID_DIGITS}x}" for n in numbers if n is not None]


def _chapter(files: FileReader, folder: Path) -> Raw | None:
    number = object_id(folder.name)
    if number is None:
        files.fault(folder, "is no chapter: its name is no id")
        return None
    chapter = _read_either(files, folder / "chapter")
    quests: list[Raw] = []
    for path in files_below(folder, _SUFFIXES):
        if path.stem == "chapter":
            continue
        if object_id(path.stem) is None:
            files.fault(path, "is no quest: its name is no id")
        elif (quest := files.read(path, Syntax.SNBT)) is not None:
            quests.append(_quest(quest, path.stem))
    return {**chapter, "id": quest_id_text(number), "filename": folder.name, "quests": quests}


def _quest(quest: Raw, name: str) -> Raw:
    """A quest with the field names of later versions."""
    renamed = {key: value for key, value in quest.items() if key not in ("text", "description")}
    renamed["id"] = name
    renamed["subtitle"] = quest.get("description", "")
    renamed["description"] = quest.get("text", [])
    renamed.setdefault("dependencies", quest.get("dependency", []))
    for kind in ("tasks", "rewards"):
        entries = quest.get(kind)
        renamed[kind] = [
            {**entry, "id": entry.get("uid", entry.get("id"))}
            for entry in (entries if isinstance(entries, list) else [])
            if isinstance(entry, dict)
        ]
    return renamed


def _groups(chapters: list[Raw]) -> list[Raw]:
    """In 1.12 a chapter is the group of those that name it; give each a group's record."""
    named = {object_id(chapter.get("group")) for chapter in chapters}
    return [
        {"id": chapter["id"], "title": chapter.get("title", "")}
        for chapter in chapters
        if object_id(chapter["id"]) in named
    ]


def _tables(files: FileReader, folder: Path) -> list[Raw]:
    """Reward tables in the order of their index: rewards of 1.12 name them by place."""
    tables: list[Raw] = []
    if folder.is_dir():
        names = [
            path.stem.lower() for path in files_below(folder, _SUFFIXES) if path.stem != "index"
        ]
        tables = [
            {**_read_either(files, folder / name), "id": name}
            for name in dict.fromkeys([*_index(files, folder), *names])
        ]
    return tables
