"""Qt counts text in UTF-16 units, Python in characters; an emoji is two units.

Every position that goes to Qt or comes from it passes through here.
"""

from __future__ import annotations

import re

_WIDE = re.compile("[\U00010000-\U0010ffff]")
_CODEC = "utf-16-le"
_UNIT_BYTES = 2
_HALVES = "surrogatepass"
"""Texts from outside may hold half an emoji."""


def units(text: str) -> int:
    """Length of a text as Qt counts it."""
    if text.isascii():
        return len(text)
    return len(text.encode(_CODEC, _HALVES)) // _UNIT_BYTES


def spread(text: str) -> str:
    """A text whose indexes are Qt's: a stand-in for each half of a character beyond 16 bits."""
    return text if text.isascii() else _WIDE.sub("\ufffd\ufffd", text)


def index_at(text: str, position: int) -> int:
    """Index in a string of the character at a position of Qt's, at most the string's length.

    Args:
        text: Whole, as Qt has it.
        position: In UTF-16 units, 0 or more; within a character it is that behind it.
    """
    before = text[:position]  # never fewer units than characters
    if before.isascii():
        return len(before)
    encoded = before.encode(_CODEC, _HALVES)[: position * _UNIT_BYTES]
    return len(encoded.decode(_CODEC, _HALVES))
