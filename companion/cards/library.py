"""The templates and texts that cards are built with: a value, replaced as a whole on a change.

The window needs the texts before its first frame and templates only with the first card, so what
reads templates (`reading.py`) is imported when they are looked up.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cards.later import Later
from companion.cards.nearest import nearest
from companion.cards.phrases import Phrases, shipped_phrases
from companion.cards.reasons import reason
from companion.language.translations import Translations, merged
from companion.support.errors import CardError, Failure
from companion.support.paths import shipped
from companion.support.resources import translation_tables

if TYPE_CHECKING:
    from companion.cards.reading import Templates
    from companion.cards.template import Fault, Template


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
            raise CardError(
                Failure.TEMPLATE_BROKEN, reason("no_template_named", name=identifier, near=near)
            )
        if isinstance(found, CardError):
            raise CardError(Failure.TEMPLATE_BROKEN, found.detail)
        return found


_kept: dict[tuple[str, tuple[str, ...]], CardLibrary] = {}
_guard = threading.Lock()


def load_library(locale: str, packs: tuple[str, ...] = ()) -> CardLibrary:
    """Read texts once a language, templates and phrases when they are first looked into.

    Blocks on the disk the first time. A broken template costs that template. `read_library` reads
    the files again.

    Args:
        locale: Language of the player.
        packs: Paths of resource packs, as in the settings: a later one replaces what an earlier
            one holds. With any, all is read at once.

    Raises:
        ValueError: A shipped translation file is damaged.
    """
    with _guard:
        if (locale, packs) not in _kept:
            _kept[locale, packs] = _first(locale, packs)
        return _kept[locale, packs]


def keep_library(locale: str, packs: tuple[str, ...], library: CardLibrary) -> None:
    """Let `load_library` give what was read anew; any thread."""
    with _guard:
        _kept.clear()  # other languages were read from the same files
        _kept[locale, packs] = library


def _first(locale: str, packs: tuple[str, ...]) -> CardLibrary:
    if packs:
        return read_library(locale, tuple(map(Path, packs)))
    texts = merged(locale, translation_tables())
    return CardLibrary(Later(_shipped_templates), texts, Later(shipped_phrases))


def read_library(locale: str, packs: Sequence[Path] = ()) -> CardLibrary:
    """Read templates, texts and phrases anew; blocks on the disk.

    Raises:
        ValueError: A shipped translation or phrase file is damaged.
    """
    from companion.cards.reading import read_packs

    read = read_packs(packs)
    texts = merged(locale, read.texts)
    return CardLibrary(read.templates, texts, read.phrases, read.faults)


def _shipped_templates() -> Templates:
    from companion.cards.reading import read_templates

    return read_templates(shipped("cards"))
