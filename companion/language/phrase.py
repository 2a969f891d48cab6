"""Words that are translated where they are shown, or that come from outside as they are."""

from __future__ import annotations

import msgspec


class Phrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A text for a person: a key of the language resources, or literal text.

    Attributes:
        key: Key in `resources/translations`, such as `quests.spoken.open`; empty for literal text.
        text: Literal text, in the language it came in; used when `key` is empty.
        args: Values for the `{name}` places of the translated text. A value `%some.key%` is
            itself translated where `translations.py` lists such keys as values.
    """

    key: str = ""
    text: str = ""
    args: dict[str, str] = {}


def literal(text: str) -> Phrase:
    """Wrap text that nobody translates: a quest's title, a player's name."""
    return Phrase(text=text)


def phrase(key: str, **args: object) -> Phrase:
    """Name a translated text and the values for its places."""
    return Phrase(key=key, args={name: str(value) for name, value in args.items()})
