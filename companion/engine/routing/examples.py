"""Example sentences, what is heard instead, and fillers: `resources/routing/<locale>.json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.engine.config.semantic import IndexLanguage
from companion.engine.routing.profile import RoutingProfile
from companion.engine.routing.sentences import Sentences
from companion.engine.routing.slots import IsKnown
from companion.language.hearing import Forms, Hearing
from companion.language.tokens import forms, language_of
from companion.support.paths import shipped
from companion.support.resources import LOCALES

REJECTED = "system:off_topic"
"""Name of sentences that mean nothing here; they only keep others from being sure (ROUTE-047)."""


class ExampleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one language.

    Attributes:
        fillers: Words that mean nothing around a sentence.
        endings: Words that mean nothing at its end.
        same: Words to others that mean the same here.
        heard: Words to what recognisers make of them.
        examples: Action to sentences; `{name}`, `{item}` and `{place}` are slots.
        rejected: Sentences about other things.
    """

    fillers: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    same: dict[str, tuple[str, ...]] = {}
    heard: dict[str, tuple[str, ...]] = {}
    examples: dict[str, tuple[str, ...]] = {}
    rejected: tuple[str, ...] = ()


def load_examples() -> tuple[ExampleFile, ...]:
    """Read the sentences of every shipped language; blocks on the disk.

    Raises:
        msgspec.DecodeError: A file is damaged.
    """
    folder = shipped("resources") / "routing"
    return tuple(
        msgspec.json.decode((folder / f"{locale}.json").read_bytes(), type=ExampleFile)
        for locale in LOCALES
    )


def sentences_of(
    files: tuple[ExampleFile, ...],
    added: Mapping[str, tuple[str, ...]] | None = None,
    language: IndexLanguage = IndexLanguage.BOTH,
    is_known: IsKnown | None = None,
) -> Sentences:
    """What the index needs besides the routes; the sentences that mean nothing are `REJECTED`.

    Args:
        files: The shipped sentences.
        added: Action to an operator's own.
        language: Whose sentences are used.
        is_known: Whether a text is a name of the pack.
    """
    rejected = [sentence for file in files for sentence in file.rejected]
    hints = RoutingProfile.hints(
        tuple(s for s in rejected if language_of(s) == "zh"),
        tuple(s for s in rejected if language_of(s) == "en"),
    )
    return Sentences(hearing_of(files), {REJECTED: hints}, added or {}, language, is_known)


def unknown_actions(files: tuple[ExampleFile, ...], actions: Iterable[str]) -> list[str]:
    """Actions with sentences that nobody does."""
    return sorted({action for file in files for action in file.examples} - set(actions))


def hearing_of(files: tuple[ExampleFile, ...], *, misheard: bool = True) -> Hearing:
    """What stands for what, in every language at once; without `misheard`, only synonyms."""
    same: dict[Forms, Forms] = {}
    for file in files:
        for meant, others in (*file.same.items(), *(file.heard.items() if misheard else ())):
            same.update((forms(other), forms(meant)) for other in others)
    fillers = frozenset(forms(words) for file in files for words in file.fillers)
    endings = frozenset(forms(words) for file in files for words in file.endings)
    around = (one for file in files for one in (*file.fillers, *file.endings))
    written = frozenset(one for one in around if len(one) == 1)
    return Hearing(same, fillers, endings, written)
