"""Example sentences, what is heard instead, and fillers: `resources/routing/<locale>.json`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.language.hearing import Forms, Hearing
from companion.language.lexical import Example
from companion.language.tokens import forms
from companion.support.paths import shipped
from companion.support.resources import LOCALES

REJECTED = ""
"""Label of sentences that mean nothing here; they only keep others from being sure (ROUTE-047)."""


class ExampleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one language.

    Attributes:
        fillers: Words that mean nothing around a sentence.
        same: Words to others that mean the same here.
        heard: Words to what recognisers make of them.
        examples: Action to sentences; `{name}`, `{item}` and `{place}` are slots.
        rejected: Sentences about other things.
    """

    fillers: tuple[str, ...] = ()
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


def examples_of(files: tuple[ExampleFile, ...]) -> Iterator[Example]:
    """Every sentence with what it means."""
    for file in files:
        for action, sentences in file.examples.items():
            yield from (Example(action, sentence) for sentence in sentences)
        yield from (Example(REJECTED, sentence) for sentence in file.rejected)


def hearing_of(files: tuple[ExampleFile, ...], *, misheard: bool = True) -> Hearing:
    """What stands for what, in every language at once; without `misheard`, only synonyms."""
    same: dict[Forms, Forms] = {}
    for file in files:
        for meant, others in (*file.same.items(), *(file.heard.items() if misheard else ())):
            same.update((forms(other), forms(meant)) for other in others)
    fillers = frozenset(forms(words) for file in files for words in file.fillers)
    return Hearing(same, fillers)
