"""The templates and texts that cards are built with: a value, replaced as a whole on a change."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from companion.cards.binding import broken
from companion.cards.nearest import nearest
from companion.cards.packs import ResourcePack, read_resource_pack, template_id
from companion.cards.phrases import Phrases, Wordings, shipped_phrases
from companion.cards.template import Fault, Template, decode_template
from companion.language.translations import Translations, merged
from companion.support.errors import CardError
from companion.support.paths import shipped
from companion.support.resources import translation_tables

logger = logging.getLogger(__name__)

Templates = Mapping[str, Template | CardError]
"""Template id to the template, or to why it cannot be used."""


@dataclass(frozen=True, slots=True)
class CardLibrary:
    """What `build_view` and `match_spoken` look things up in; immutable, any thread.

    Attributes:
        phrases: What may be said for buttons and local actions.
        faults: What is wrong in resource packs, for the author and the settings page.
    """

    templates: Templates
    translations: Translations
    phrases: Phrases = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    def template(self, identifier: str) -> Template:
        """Find a template.

        Raises:
            CardError: It is missing or broken; the detail says where.
        """
        found = self.templates.get(identifier)
        if found is None:
            near = nearest(identifier, self.templates)
            raise broken(f"there is no template {identifier}{near}")
        if isinstance(found, CardError):
            raise broken(found.detail)
        return found


@cache
def load_library(locale: str, packs: tuple[str, ...] = ()) -> CardLibrary:
    """Read templates, texts and phrases once a language; blocks on the disk the first time.

    A broken template costs that template. `read_library` reads the files again.

    Args:
        locale: Language of the player.
        packs: Paths of resource packs, as in the settings: a later one replaces what an earlier
            one holds.

    Raises:
        ValueError: A shipped translation or phrase file is damaged.
    """
    return read_library(locale, tuple(map(Path, packs)))


def read_library(locale: str, packs: Sequence[Path] = ()) -> CardLibrary:
    """Read templates, texts and phrases anew; blocks on the disk.

    Raises:
        ValueError: A shipped translation or phrase file is damaged.
    """
    read = tuple(read_resource_pack(pack) for pack in packs)
    faults = tuple(fault for pack in read for fault in pack.faults)
    for fault in faults:
        logger.warning("resource pack: %s", fault)
    return CardLibrary(_templates(read), merged(locale, _texts(read)), _phrases(read), faults)


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
                found.setdefault(identifier, broken(str(fault)))
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
        fault = broken(f"{name}: {error.strerror}")
    except CardError as error:
        fault = error
    logger.warning("template not used: %s", fault.detail)
    return template_id(name), fault
