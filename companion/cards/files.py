"""The card files below a path: templates, packs, cards; what `companion cards check` looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.cards.checking import check_template
from companion.cards.located import LocatedError, line_and_column, read_located
from companion.cards.packs import read_resource_pack, template_id
from companion.cards.samples import decode_card
from companion.cards.template import Fault
from companion.cards.template_reader import MAX_TEMPLATE_BYTES
from companion.language.translations import Translations

PACK_FOLDERS = ("cards", "translations", "phrases")
MOST_FILES = 10_000


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found below some paths.

    Attributes:
        files: How many were looked at.
        faults: All of them, file by file.
    """

    files: int
    faults: tuple[Fault, ...]


def check_paths(paths: tuple[Path, ...], texts: Translations) -> Checked:
    """Check files, folders of templates, and packs; blocks on the disk and never raises.

    Args:
        paths: A template, a card, a folder as `cards/`, or a resource pack, folder or zip.
        texts: Texts that templates may name.
    """
    files, faults = 0, list[Fault]()
    for path in paths:
        count, found = _check(path, texts)
        files += count
        faults += found
    return Checked(files, tuple(faults))


def _check(path: Path, texts: Translations) -> tuple[int, list[Fault]]:
    if path.is_dir():
        return _check_folder(path, texts)
    if path.suffix.casefold() == ".zip":
        pack = read_resource_pack(path)
        return len(pack.templates), list(pack.faults)
    return 1, _check_file(path, path.parent, texts)


def _check_folder(root: Path, texts: Translations) -> tuple[int, list[Fault]]:
    """A pack, a folder of namespaces, or one namespace."""
    faults: list[Fault] = []
    if any((root / name).is_dir() for name in PACK_FOLDERS):
        pack = read_resource_pack(root)
        own = {**texts.texts, **{k: v for table in pack.texts.values() for k, v in table.items()}}
        texts = Translations(texts.locale, own)
        faults += [f for f in pack.faults if not f.file.startswith(f"{root.name}/cards/")]
        root = root / "cards"
    found = list(_templates(root))
    if not found and not faults:
        faults.append(Fault(str(root), 1, 1, "there is no template"))
    for file in found:
        faults += _check_file(file, root, texts)
    return len(found), faults


def _templates(root: Path) -> Iterator[Path]:
    for count, file in enumerate(sorted(root.rglob("*.json"))):
        if count == MOST_FILES:
            return
        yield file


def _check_file(file: Path, root: Path, texts: Translations) -> list[Fault]:
    try:
        if file.stat().st_size > MAX_TEMPLATE_BYTES:
            return [Fault(str(file), 1, 1, f"over {MAX_TEMPLATE_BYTES} bytes")]
        data = file.read_bytes()
    except OSError as error:
        return [Fault(str(file), 1, 1, error.strerror or str(error))]
    if _is_card(data):
        return _check_card(data, file)
    return list(check_template(data, str(file), identifier_of(file, root), texts))


def identifier_of(file: Path, root: Path) -> str:
    """Id of a template by its place: below `cards` where there is one, else below the root."""
    parts = file.resolve().parts
    if "cards" in parts[:-1]:
        last = len(parts) - 2 - parts[:-1][::-1].index("cards")
        below = parts[last + 1 :]
    else:
        below = file.resolve().relative_to(root.resolve()).parts
    if len(below) < 2:
        below = (file.resolve().parent.name, *below)
    return template_id("/".join(below))


def _is_card(data: bytes) -> bool:
    """Whether a file is a card as it travels: it tells its type, a template does not."""
    try:
        root = read_located(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, LocatedError):
        return False
    return root.members is not None and "type" in root.members and "nodes" not in root.members


def _check_card(data: bytes, file: Path) -> list[Fault]:
    try:
        decode_card(data, file.name)
    except ValueError as error:
        place = line_and_column(data.decode("utf-8-sig"), 0)
        return [Fault(str(file), *place, str(error).removeprefix(f"{file.name}: "))]
    return []
