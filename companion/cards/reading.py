"""Reading what a library holds from disk: shipped files, and resource packs over them."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.cards.binding import broken
from companion.cards.packs import ResourcePack, read_resource_pack, template_id
from companion.cards.phrases import Phrases, Wordings, shipped_phrases
from companion.cards.reasons import of_system, reason
from companion.cards.template import Fault, Template
from companion.cards.template_reader import decode_template
from companion.support.errors import CardError
from companion.support.paths import shipped
from companion.support.resources import translation_tables

logger = logging.getLogger(__name__)


Templates = Mapping[str, Template | CardError]
"""Template id to the template, or to why it cannot be used."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read.

    Attributes:
        texts: Of all languages, by locale.
        faults: What is wrong in the packs.
    """

    templates: Templates
    texts: Mapping[str, Mapping[str, str]]
    phrases: Phrases
    faults: tuple[Fault, ...]


def read_packs(packs: Sequence[Path] = ()) -> Read:
    """Read what is shipped and resource packs over it; blocks on the disk.

    Raises:
        ValueError: A shipped translation or phrase file is damaged.
    """
    read = tuple(read_resource_pack(pack) for pack in packs)
    faults = tuple(fault for pack in read for fault in pack.faults)
    for fault in faults:
        logger.warning("resource pack: %s", fault)
    return Read(_templates(read), _texts(read), _phrases(read), faults)


def read_templates(folder: Path) -> Templates:
    """Read every `<namespace>/<name>.json` of a folder, names with `/` included."""
    return dict(_read(file, folder) for file in _files(folder))


def _templates(packs: Sequence[ResourcePack]) -> Templates:
    """The shipped templates, each pack's over them; a broken one leaves what was there before.

    One that nobody else has stays as the reason why it cannot be used.
    """
    found = dict(read_templates(shipped("cards")))
    for pack in packs:
        for fault in pack.faults:
            if fault.fatal and (identifier := _identifier(fault, pack)):
                found.setdefault(identifier, broken(fault.told))
        found.update(pack.templates)
    return found


def _identifier(fault: Fault, pack: ResourcePack) -> str:
    """Id of the template that a fault is about; empty for other files."""
    prefix = f"{pack.name}/cards/"
    return template_id(fault.file.removeprefix(prefix)) if fault.file.startswith(prefix) else ""


def _texts(packs: Sequence[ResourcePack]) -> Mapping[str, Mapping[str, str]]:
    tables = {locale: dict(table) for locale, table in translation_tables().items()}
    for pack in packs:
        for locale, table in pack.texts.items():
            tables[locale].update(table)
    return tables


def _phrases(packs: Sequence[ResourcePack]) -> Phrases:
    """What may be said: shipped, and what packs add to it."""
    found = dict(shipped_phrases())
    for pack in packs:
        for key, more in pack.phrases.items():
            old = found.get(key, Wordings())
            found[key] = Wordings(old.say + more.say, old.heard_as + more.heard_as)
    return found


def _files(folder: Path) -> Iterator[Path]:
    yield from sorted(file for file in folder.glob("*/**/*.json"))


def _read(file: Path, folder: Path) -> tuple[str, Template | CardError]:
    name = file.relative_to(folder).as_posix()
    try:
        return template_id(name), decode_template(file.read_bytes(), name)
    except OSError as error:
        fault = broken(reason("at", place=name, why=of_system(error)))
    except CardError as error:
        fault = error
    logger.warning("template not used: %s", fault.detail)
    return template_id(name), fault
