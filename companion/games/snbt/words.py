"""Bare words of SNBT: which are numbers, and which only look like some.

Java's rules as FTB Library applies them, checked against its parser: `+5` is a double, `3000000000`
does not fit an int and becomes a double, `200b` is a mistake, `00AE12` is a string.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from companion.games.snbt.errors import SnbtError


class Word(NamedTuple):
    """A value and its NBT kind; lists may hold one kind only."""

    value: object
    kind: str


_INTEGER = re.compile(r"-?[0-9]+")
_FLOAT = re.compile(
    r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
    r"|0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+)"
)
_NAMED = {
    "true": Word(1, "byte"),
    "false": Word(0, "byte"),
    "null": Word(None, "end"),
    "end": Word(None, "end"),
}
_ENDLESS = re.compile(r"([+-]?)(Infinity|NaN|∞)([dDfF]?)")
_BITS = {"b": 8, "s": 16, "l": 64}
_KINDS = {"b": "byte", "s": "short", "l": "long", "f": "float", "d": "double"}
_LONGEST_NUMBER = 400
"""Characters; a longer run of digits is no number of a game, and `int` would work long on it."""


def read_word(text: str) -> Word:
    """Give a bare word its type.

    Raises:
        SnbtError: A whole number does not fit the type its letter names.
    """
    if (named := _NAMED.get(text)) is not None:
        return named
    if text[0] not in "+-.0123456789IN∞" or len(text) > _LONGEST_NUMBER:
        return Word(text, "string")
    if endless := _ENDLESS.fullmatch(text):
        return _endless(endless)
    return _number(text)


def _number(text: str) -> Word:
    if _INTEGER.fullmatch(text):
        value = int(text)
        return Word(value, "int") if -(2**31) <= value < 2**31 else Word(float(text), "double")
    letter, rest = text[-1].lower(), text[:-1]
    if letter in _BITS and _INTEGER.fullmatch(rest):
        return Word(_whole(rest, letter), _KINDS[letter])
    if letter in "fd" and _FLOAT.fullmatch(rest):
        return Word(_float(rest), _KINDS[letter])
    if _FLOAT.fullmatch(text):
        return Word(_float(text), "double")
    return Word(text, "string")


def _whole(digits: str, letter: str) -> int:
    value, half = int(digits), 1 << (_BITS[letter] - 1)
    if not -half <= value < half:
        raise SnbtError(f"{digits}{letter} does not fit a {_KINDS[letter]}")
    return value


def _float(text: str) -> float:
    try:
        return float.fromhex(text) if "x" in text or "X" in text else float(text)
    except OverflowError:
        return math.inf


def _endless(match: re.Match[str]) -> Word:
    value = math.nan if match[2] == "NaN" else math.inf
    return Word(
        -value if match[1] == "-" else value, "float" if match[3] in "fF" and match[3] else "double"
    )
