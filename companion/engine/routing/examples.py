"""Example sentences, what is heard instead, and fillers: `resources/routing/<locale>.json`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.language.lexical import Example, Hearing
from companion.language.tokens import forms
from companion.support.paths import shipped
from companion.support.resources import LOCALES

REJECTED = ""
"""Label of sentences that mean nothing here; they only keep others from being sure (ROUTE-047)."""


class ExampleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one language.

    Attributes:
        fillers: Words that mean nothing around a sentence.
        heard: Words to what recognisers and people make of them.
        examples: Action to sentences; `{name}`, `{item}` and `{place}` are slots.
        rejected: Sentences about other things.
    """

    fillers: tuple[str, ...]
    heard: dict[str, tuple[str, ...]]
    examples: dict[str, tuple[str, ...]]
    rejected: tuple[str, ...]


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


def hearing_of(files: tuple[ExampleFile, ...]) -> Hearing:
    """What stands for what, in every language at once."""
    same = {
        forms(variant): forms(meant)
        for file in files
        for meant, variants in file.heard.items()
        for variant in variants
    }
    fillers = frozenset(form for file in files for word in file.fillers for form in forms(word))
    return Hearing(same, fillers)
