"""What a model cited, held against what there was to cite (WEB-006)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.knowledge.cutting import tidied

MOST_TOLD = 1_500
"""Characters of an answer."""

_CITATION = re.compile(r" ?[\[【](\d{1,3}(?:\s*[,，、]\s*\d{1,3})*)[\]】]")
_LINK = re.compile(
    r"!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)|https?://[^\s)\]，。]+|www\.[^\s)\]，。]+"
)


@dataclass(frozen=True, slots=True)
class Cited:
    """An answer whose citations hold.

    Attributes:
        paragraphs: With citations as `[1]`, numbered in the order they first appear.
        sources: What each number stands for: places among what there was, from 0.
    """

    paragraphs: tuple[str, ...]
    sources: tuple[int, ...]


def checked(text: str, count: int) -> Cited:
    """Take out of an answer what cites nothing, and every link; number the rest anew.

    Args:
        text: A model's words.
        count: Sources there were; `[1]` is the first of them.
    """
    order: list[int] = []

    def renumbered(match: re.Match[str]) -> str:
        kept = []
        for number in map(int, re.findall(r"\d+", match[1])):
            if not 1 <= number <= count:
                continue
            if number - 1 not in order:
                order.append(number - 1)
            kept.append(f"[{order.index(number - 1) + 1}]")
        return " " + "".join(kept) if kept else ""

    bare = tidied(_LINK.sub(lambda link: link[1] or "", text[: 4 * MOST_TOLD]))
    told = _CITATION.sub(renumbered, bare)[:MOST_TOLD]
    return Cited(tuple(filter(None, map(str.strip, told.split("\n")))), tuple(order))


def uncited(text: str) -> str:
    """A text without its citations, for the ear."""
    return _CITATION.sub("", text).strip()


def choose(sources: Sequence[int], count: int) -> tuple[int, ...]:
    """Places of what is shown: what was cited, then the rest."""
    return (*sources, *(place for place in range(count) if place not in sources))
