"""Resource packs: folders or zip files that add and replace templates, texts and phrases.

Inside: `cards/<namespace>/<name>.json`, `translations/<locale>/<area>.json` and
`phrases/<locale>.json`, as in the shipped folders. Other files are passed over; `pack_files.py`
reads them within bounds, and what it leaves out is a fault here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from companion.cards.json_data import decoded_or_fault
from companion.cards.nearest import nearest
from companion.cards.pack_files import UNREADABLE, files_of
from companion.cards.phrases import Phrases, Wordings, joined
from companion.cards.reasons import reason
from companion.cards.template import Fault, Template
from companion.cards.template_reader import read_template
from companion.support.resources import LOCALES

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ResourcePack:
    """What a pack holds.

    Attributes:
        name: Of its folder or file, for faults.
        templates: By id; only those that can be used.
        texts: Locale to key to text.
        faults: What is wrong in it.
    """

    name: str
    templates: Mapping[str, Template] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    phrases: Phrases = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


def read_resource_pack(root: Path) -> ResourcePack:
    """Read a pack; blocks on the disk. It never raises: faults say what is not used."""
    reader = _Reader(root.name)
    try:
        for name, data in files_of(root, reader.fault):
            reader.take(name, data)
    except UNREADABLE as error:
        reader.fault("", reason("pack_unreadable", why=str(error)))
    return reader.pack()


class _Reader:
    """Gathers what is in one pack."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._templates: dict[str, Template] = {}
        self._texts: dict[str, dict[str, str]] = {}
        self._phrases: list[Phrases] = []
        self._faults: list[Fault] = []

    def pack(self) -> ResourcePack:
        phrases = joined(self._phrases)
        return ResourcePack(self._name, self._templates, self._texts, phrases, tuple(self._faults))

    def fault(self, file: str, why: str) -> None:
        self._faults.append(Fault(f"{self._name}/{file}".rstrip("/"), 0, 0, why))

    def take(self, name: str, data: bytes) -> None:
        folder, _, rest = name.partition("/")
        match folder:
            case "cards":
                self._template(rest, name, data)
            case "translations":
                self._table(rest.partition("/")[0], name, data)
            case _:
                self._said(name, data)

    def _template(self, path: str, name: str, data: bytes) -> None:
        reading = read_template(data, f"{self._name}/{name}")
        self._faults += reading.faults
        if reading.template is not None:
            self._templates[template_id(path)] = reading.template

    def _table(self, locale: str, name: str, data: bytes) -> None:
        if locale not in LOCALES:
            self.fault(
                name, reason("unknown_language", name=repr(locale), near=nearest(locale, LOCALES))
            )
        elif (table := self._decoded(name, data, dict[str, str])) is not None:
            self._texts.setdefault(locale, {}).update(table)

    def _said(self, name: str, data: bytes) -> None:
        if (phrases := self._decoded(name, data, dict[str, Wordings])) is not None:
            self._phrases.append(phrases)

    def _decoded(self, name: str, data: bytes, kind: type[T]) -> T | None:
        found: T | Fault = decoded_or_fault(data, f"{self._name}/{name}", kind)
        if isinstance(found, Fault):
            self._faults.append(found)
            return None
        return found


def template_id(path: str) -> str:
    """`<namespace>/<name>.json` as the id of a template."""
    namespace, _, name = path.removesuffix(".json").partition("/")
    return f"{namespace}:{name}"
