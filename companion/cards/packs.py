"""Resource packs: folders or zip files that add and replace templates, texts and phrases.

Inside: `cards/<namespace>/<name>.json`, `translations/<locale>/<area>.json` and
`phrases/<locale>.json`, as in the shipped folders. Other files are passed over. A pack comes from
anywhere: a path that leaves it, a file beyond its size and a zip that unpacks into too much cost
what they are about, with a fault that says so.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import msgspec

from companion.cards.phrases import Phrases, joined
from companion.cards.template import Fault, Template
from companion.cards.template_reader import MAX_TEMPLATE_BYTES, read_template
from companion.support.resources import LOCALES

MOST_FILES = 4_000
MAX_PACK_BYTES = 32 * 1024 * 1024
"""Of all files together, unpacked."""
MAX_TEXTS_BYTES = 1024 * 1024

_OURS = re.compile(r"(?:cards/[^/]+/.+|translations/[^/]+/[^/]+|phrases/[^/]+)\.json$")
_ODD = re.compile(r"[\\:\x00-\x1f]")


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
        for name, data in _files(root, reader):
            reader.take(name, data)
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        reader.fault("", f"the pack cannot be read: {error}")
    return reader.pack()


class _Reader:
    """Gathers what is in one pack."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._templates: dict[str, Template] = {}
        self._texts: dict[str, dict[str, str]] = {}
        self._phrases: dict[str, bytes] = {}
        self._faults: list[Fault] = []

    def pack(self) -> ResourcePack:
        try:
            phrases = joined(self._phrases)
        except ValueError as error:
            self.fault("phrases", str(error))
            phrases = {}
        return ResourcePack(self._name, self._templates, self._texts, phrases, tuple(self._faults))

    def fault(self, file: str, reason: str) -> None:
        self._faults.append(Fault(f"{self._name}/{file}".rstrip("/"), 1, 1, reason))

    def take(self, name: str, data: bytes) -> None:
        folder, _, rest = name.partition("/")
        match folder:
            case "cards":
                self._template(rest, name, data)
            case "translations":
                self._table(rest.partition("/")[0], name, data)
            case _:
                self._phrases[rest.removesuffix(".json")] = data

    def _template(self, path: str, name: str, data: bytes) -> None:
        reading = read_template(data, f"{self._name}/{name}")
        self._faults += reading.faults
        if reading.template is not None:
            self._templates[template_id(path)] = reading.template

    def _table(self, locale: str, name: str, data: bytes) -> None:
        if locale not in LOCALES:
            self.fault(name, f"unknown language {locale!r}; there are {', '.join(LOCALES)}")
            return
        try:
            table = msgspec.json.decode(data, type=dict[str, str])
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            self.fault(name, str(error))
            return
        self._texts.setdefault(locale, {}).update(table)


def template_id(path: str) -> str:
    """`<namespace>/<name>.json` as the id of a template."""
    namespace, _, name = path.removesuffix(".json").partition("/")
    return f"{namespace}:{name}"


def most_bytes(name: str) -> int:
    """How large a file of a pack may be."""
    return MAX_TEMPLATE_BYTES if name.startswith("cards/") else MAX_TEXTS_BYTES


def _files(root: Path, reader: _Reader) -> Iterator[tuple[str, bytes]]:
    """The files that are ours, in the order of their names, within bounds."""
    total = 0
    found = _zipped(root, reader) if root.is_file() else _in_folder(root, reader)
    for count, (name, data) in enumerate(found, 1):
        total += len(data)
        if count > MOST_FILES or total > MAX_PACK_BYTES:
            reader.fault(
                "", f"more than {MOST_FILES} files or {MAX_PACK_BYTES} bytes; rest left out"
            )
            return
        yield name, data


def _in_folder(root: Path, reader: _Reader) -> Iterator[tuple[str, bytes]]:
    if not root.is_dir():
        reader.fault("", "there is no such folder or file")
        return
    inside = root.resolve()
    for file in sorted(root.rglob("*.json")):
        name = file.relative_to(root).as_posix()
        if not _OURS.match(name) or not file.is_file():
            continue
        if not file.resolve().is_relative_to(inside):
            reader.fault(name, "a link that leads out of the pack")
        elif file.stat().st_size > most_bytes(name):
            reader.fault(name, f"over {most_bytes(name)} bytes")
        else:
            yield name, file.read_bytes()


def _zipped(root: Path, reader: _Reader) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(root) as archive:
        infos = archive.infolist()
        if len(infos) > 16 * MOST_FILES:
            reader.fault("", f"{len(infos)} files, at most {16 * MOST_FILES}")
            return
        for info in sorted(infos, key=lambda one: one.filename):
            if info.is_dir():
                continue
            if not is_inside(info.filename):
                reader.fault(info.filename[:80], "a path that leads out of the pack")
            elif _OURS.match(info.filename):
                data = _unpacked(archive, info, reader)
                if data is not None:
                    yield info.filename, data


def is_inside(name: str) -> bool:
    """Whether a path of an archive stays in it: no `..`, no root, no drive."""
    path = PurePosixPath(name)
    return not (_ODD.search(name) or path.is_absolute() or ".." in path.parts)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, reader: _Reader) -> bytes | None:
    """A file of an archive; its size is counted while it is unpacked, whatever the header says."""
    most = most_bytes(info.filename)
    try:
        with archive.open(info) as stream:
            data = stream.read(most + 1)
    except (RuntimeError, zipfile.BadZipFile, NotImplementedError, EOFError, OSError) as error:
        reader.fault(info.filename, f"cannot be unpacked: {error}")
        return None
    if len(data) > most:
        reader.fault(info.filename, f"over {most} bytes")
        return None
    return data
