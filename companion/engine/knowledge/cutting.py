"""Cutting a text into passages of like length, at the end of a paragraph or sentence."""

from __future__ import annotations

import re

MOST_CHARACTERS = 600
"""Of a passage (decisions.md, G24)."""

_UNSPOKEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n[ \n]*")
_END = re.compile(r"\n|[.!?]['\")\]]?(?= )|[。！？；]['”」）]?")


def tidied(text: str) -> str:
    """A text without signs that steer a screen, one space between words, no empty lines."""
    return _LINES.sub("\n", _SPACES.sub(" ", _UNSPOKEN.sub(" ", text))).strip()


def passages(text: str, most: int = MOST_CHARACTERS) -> tuple[str, ...]:
    """Cut a text.

    Args:
        text: In paragraphs, one a line.
        most: Characters of a passage.

    Returns:
        In order; none is empty, and nothing is in two of them.
    """
    left = tidied(text)
    found: list[str] = []
    while len(left) > most:
        at = _cut(left, most)
        found.append(left[:at].strip())
        left = left[at:].strip()
    return tuple(part for part in (*found, left) if part)


def _cut(text: str, most: int) -> int:
    """Where the first passage of a longer text ends: late, and where something ends."""
    ends = [match.end() for match in _END.finditer(text, most // 2, most)]
    if ends:
        return ends[-1]
    space = text.rfind(" ", most // 2, most)
    return space if space > 0 else most
