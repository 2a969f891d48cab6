"""The card files below a path: templates, packs, cards; what `companion cards check` looks at."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from companion.cards.checking import check_template
from companion.cards.located import LocatedError, read_located
from companion.cards.nearest import nearest
from companion.cards.pack_files import UNREADABLE, files_of
from companion.cards.packs import read_resource_pack, template_id
from companion.cards.reasons import of_system, reason
from companion.cards.samples import read_card, samples
from companion.cards.template import Fault
from companion.language.translations import Translations
from companion.support.bounded import read_bounded
from companion.support.resources import LOCALES

PACK_FOLDERS = ("cards", "translations", "phrases")
MOST_FILES = 10_000
MAX_CARD_BYTES = 4 * 1024 * 1024
"""As much as travels in one frame to a client."""


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
        return _check_zip(path, texts)
    return 1, _check_file(path, path.parent, texts)


def _check_zip(root: Path, texts: Translations) -> tuple[int, list[Fault]]:
    """A pack that was packed: its templates are checked as those of a folder are."""
    own, faults = _around_templates(root, texts)
    files: list[str] = []
    with contextlib.suppress(*UNREADABLE):  # told by the pack itself
        for name, data in files_of(root, lambda *_: None):
            files.append(name)
            if name.startswith("cards/"):
                identifier = template_id(name.removeprefix("cards/"))
                faults += _check_template(data, str(root / name), identifier, own)
    if not files and not faults:
        faults.append(Fault(str(root), 0, 0, reason("nothing_of_a_pack")))
    return len(files), list(dict.fromkeys(faults))


def _around_templates(root: Path, texts: Translations) -> tuple[Translations, list[Fault]]:
    """Texts with those of a pack, and what is wrong in a pack beside its templates."""
    pack = read_resource_pack(root)
    own = {**texts.texts, **{k: v for table in pack.texts.values() for k, v in table.items()}}
    inner = f"{root.name}/cards/"
    faults = [
        replace(fault, file=str(root.parent / fault.file))
        for fault in pack.faults
        if not fault.file.startswith(inner) or not fault.line
    ]
    return Translations(texts.locale, own), faults


def _check_template(
    data: bytes, file: str, identifier: str, texts: Translations
) -> tuple[Fault, ...]:
    return (*_check_name(file, identifier), *check_template(data, file, identifier, texts))


def _check_name(file: str, identifier: str) -> Iterator[Fault]:
    """A template in our namespace that no card of ours has is mistyped: nobody would see it."""
    ours = {sample.template.removeprefix("system:") for sample in samples(LOCALES[0])}
    namespace, _, name = identifier.partition(":")
    if namespace == "system" and name not in ours:
        yield Fault(file, 0, 0, reason("no_such_card", name=repr(name), near=nearest(name, ours)))


def _check_folder(root: Path, texts: Translations) -> tuple[int, list[Fault]]:
    """A pack, a folder of namespaces, or one namespace."""
    faults: list[Fault] = []
    has_texts = False
    if any((root / name).is_dir() for name in PACK_FOLDERS):
        texts, faults = _around_templates(root, texts)
        faults = [f for f in faults if not f.file.startswith(str(root / "cards"))]
        has_texts = any(files_of(root, lambda *_: None))
        root = root / "cards"
    found = list(_templates(root))
    if not found and not faults and not has_texts:
        faults.append(Fault(str(root), 0, 0, reason("no_template")))
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
        size = file.stat().st_size
        if size > MAX_CARD_BYTES:
            return [Fault(str(file), 0, 0, reason("too_large", bytes=size, most=MAX_CARD_BYTES))]
        data = read_bounded(file, MAX_CARD_BYTES)
    except OSError as error:
        return [Fault(str(file), 0, 0, of_system(error))]
    if _is_card(data):
        card = read_card(data, str(file))
        return [card] if isinstance(card, Fault) else []
    return list(_check_template(data, str(file), identifier_of(file, root), texts))


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
