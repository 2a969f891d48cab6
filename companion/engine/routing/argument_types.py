"""The kinds of arguments that commands have; clients know exactly these (ROUTE-036)."""

from __future__ import annotations

import enum
import re

from companion.language.numbers import ordinal


class ArgumentType(enum.StrEnum):
    """What an argument's text is; the value is what clients are told."""

    TEXT = "text"
    """The rest of the line, as it was written."""
    WORD = "word"
    NUMBER = "number"
    """A whole number or a place in a list; -1 is the last."""
    IDENTIFIER = "identifier"
    """`namespace:path`; a bare path is of `system`."""
    PLAYER = "player"
    """A player's name."""


_WORD = re.compile(r"(\S+)\s*")
_NUMBER = re.compile(r"-?\d{1,9}")
_IDENTIFIER = re.compile(r"(?:([a-z0-9_.-]+):)?([a-z0-9_./-]+)")
_PLAYER = re.compile(r"[\w.#-]{1,48}")

DEFAULT_NAMESPACE = "system"


def take(kind: ArgumentType, text: str) -> tuple[str, str] | None:
    """Read an argument from the start of a text.

    Returns:
        Its value and what follows it; None when there is no such argument.
    """
    if kind is ArgumentType.TEXT:
        return (text.strip(), "") if text.strip() else None
    if kind is ArgumentType.NUMBER and (number := _number(text.strip())) is not None:
        return str(number), ""
    match = _WORD.match(text)
    if match is None:
        return None
    value = _value(kind, match[1])
    return None if value is None else (value, text[match.end() :])


def _value(kind: ArgumentType, word: str) -> str | None:
    match kind:
        case ArgumentType.NUMBER:
            number = _number(word)
            return None if number is None else str(number)
        case ArgumentType.IDENTIFIER:
            found = _IDENTIFIER.fullmatch(word.casefold())
            return f"{found[1] or DEFAULT_NAMESPACE}:{found[2]}" if found else None
        case ArgumentType.PLAYER:
            return word if _PLAYER.fullmatch(word) else None
        case _:
            return word


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else ordinal(text)
