"""The templates that an author names: a file, a folder, a resource pack, or a zip to look into."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.cards.files import identifier_of
from companion.cards.library import CardLibrary, load_library, read_library
from companion.cards.pack_files import UNREADABLE, files_of
from companion.cards.packs import template_id
from companion.cards.reasons import reason
from companion.cards.template_reader import MAX_TEMPLATE_BYTES
from companion.support.bounded import read_bounded
from companion.support.paths import shipped

MOST_FILES = 4_000


@dataclass(frozen=True, slots=True)
class ShelfFile:
    """One template.

    Attributes:
        identifier: Id of the template.
        path: Where it lies; None in an archive, which nobody writes into.
        content: What it holds, of a file in an archive.
    """

    identifier: str
    path: Path | None = None
    content: bytes = b""

    @property
    def name(self) -> str:
        """As authors write it: `<namespace>/<name>.json`."""
        return f"{self.identifier.replace(':', '/', 1)}.json"

    def read(self) -> bytes:
        """What it holds now; blocks on the disk.

        Raises:
            OSError: It cannot be read, or is larger than a template may be.
        """
        if self.path is None:
            return self.content
        size = self.path.stat().st_size
        if size > MAX_TEMPLATE_BYTES:
            raise OSError(reason("too_large", bytes=size, most=MAX_TEMPLATE_BYTES))
        return read_bounded(self.path, MAX_TEMPLATE_BYTES)


@dataclass(frozen=True, slots=True)
class Shelf:
    """What there is to edit.

    Attributes:
        root: What the author named.
        files: By name.
        first: Id of the file that the author named; empty where a folder was named.
        pack: The resource pack that the files belong to, whose texts they may name.
        trouble: What could not be listed, a line each.
    """

    root: Path
    files: tuple[ShelfFile, ...] = ()
    first: str = ""
    pack: Path | None = None
    trouble: tuple[str, ...] = ()

    def library(self, locale: str) -> CardLibrary:
        """Texts and templates as a player with this pack has them; blocks on the disk."""
        return read_library(locale, (self.pack,)) if self.pack else load_library(locale)


def look_into(root: Path) -> Shelf:
    """List the templates below a path; blocks on the disk and never raises."""
    if root.is_file() and root.suffix.casefold() == ".zip":
        return _archive(root)
    if root.is_file():
        own = ShelfFile(identifier_of(root, root.parent), root)
        return Shelf(root, (own,), own.identifier, _pack_of(root.parent))
    inner = root / "cards"
    return _folder(root, inner if inner.is_dir() else root)


def _folder(root: Path, below: Path) -> Shelf:
    found, trouble = list[ShelfFile](), list[str]()
    inside = below.resolve()
    for file in sorted(below.rglob("*.json")):
        if not file.resolve().is_relative_to(inside):
            trouble.append(reason("at", place=file.name, why=reason("link_out")))
        elif len(found) == MOST_FILES:
            trouble.append(reason("more_files", most=MOST_FILES))
            break
        elif file.is_file():
            found.append(ShelfFile(identifier_of(file, below), file))
    if not root.is_dir():
        trouble.append(reason("not_there"))
    return Shelf(root, _by_name(found), "", _pack_of(below), tuple(trouble))


def _archive(root: Path) -> Shelf:
    found, trouble = list[ShelfFile](), list[str]()

    def tell(file: str, why: str) -> None:
        trouble.append(reason("at", place=file, why=why) if file else why)

    try:
        for name, data in files_of(root, tell):
            folder, _, rest = name.partition("/")
            if folder == "cards":
                found.append(ShelfFile(template_id(rest), None, data))
    except UNREADABLE as error:
        tell("", reason("pack_unreadable", why=str(error)))
    return Shelf(root, _by_name(found), "", root, tuple(trouble))


def _by_name(files: list[ShelfFile]) -> tuple[ShelfFile, ...]:
    return tuple(sorted(files, key=lambda file: file.name))


def _pack_of(folder: Path) -> Path | None:
    """The pack around a folder of templates; None for the shipped ones, and outside of a pack."""
    real = folder.resolve()
    cards = next((one for one in (real, *real.parents) if one.name == "cards"), None)
    return None if cards is None or cards == shipped("cards").resolve() else cards.parent
