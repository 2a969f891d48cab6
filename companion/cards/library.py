"""The templates and texts that cards are built with, read once a language."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from companion.cards.binding import broken
from companion.cards.phrases import Phrases, shipped_phrases
from companion.cards.template import Template, decode_template
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
    """

    templates: Templates
    translations: Translations
    phrases: Phrases = field(default_factory=dict)

    def template(self, identifier: str) -> Template:
        """Find a template.

        Raises:
            CardError: It is missing or broken; the detail says where.
        """
        found = self.templates.get(identifier)
        if found is None:
            raise broken(f"there is no template {identifier}")
        if isinstance(found, CardError):
            raise broken(found.detail)
        return found


@cache
def load_library(locale: str) -> CardLibrary:
    """Read the shipped templates, texts and phrases; blocks on the disk the first time.

    A broken template costs that template. Files are read again in a new process only.

    Raises:
        ValueError: A shipped translation or phrase file is damaged.
    """
    return CardLibrary(
        read_templates(shipped("cards")), merged(locale, translation_tables()), shipped_phrases()
    )


def read_templates(folder: Path) -> Templates:
    """Read every `<namespace>/<name>.json` of a folder, names with `/` included."""
    return dict(_read(file, folder) for file in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    yield from sorted(file for file in folder.glob("*/**/*.json"))


def _read(file: Path, folder: Path) -> tuple[str, Template | CardError]:
    name = file.relative_to(folder).as_posix()
    namespace, _, path = name.removesuffix(".json").partition("/")
    try:
        return f"{namespace}:{path}", decode_template(file.read_bytes(), name)
    except OSError as error:
        fault = broken(f"{name}: {error.strerror}")
    except CardError as error:
        fault = error
    logger.warning("template not used: %s", fault.detail)
    return f"{namespace}:{path}", fault
