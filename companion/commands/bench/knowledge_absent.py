"""Questions about what is written nowhere, for `bench knowledge`: made mechanically from titles.

A title is such a question where one of its words, or two Chinese characters of it, are in no text
but its own, and that text is left out. Another of its words is in other texts: without one, any
search would rightly find nothing.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.knowledge.question import asked_about
from companion.engine.knowledge.terms import form_of
from companion.language.pinyin import is_chinese


@dataclass(frozen=True, slots=True)
class Absent:
    """Texts, and questions that none of them answers.

    Attributes:
        left: The texts.
        questions: Titles of texts that were left out.
    """

    left: tuple[str, ...]
    questions: tuple[str, ...]


def absent(told: Mapping[str, str], most: int, chance: random.Random) -> Absent:
    """Choose what is left out.

    Args:
        told: Text to title.
        most: Questions wanted at most.
        chance: Chooses which.
    """
    held = {text: _things(text) for text in told}
    common = Counter(thing for things in held.values() for thing in things)
    missing = [text for text, title in told.items() if _is_missing(title, held[text], common)]
    out = frozenset(chance.sample(missing, min(most, len(missing))))
    return Absent(
        tuple(text for text in told if text not in out),
        tuple(told[text] for text in told if text in out),
    )


def _is_missing(title: str, own: frozenset[str], common: Mapping[str, int]) -> bool:
    """Whether other texts lack one of a title's things, and have another."""
    elsewhere = [common[thing] > (thing in own) for thing in _things(title)]
    return any(elsewhere) and not all(elsewhere)


def _things(text: str) -> frozenset[str]:
    """What a text speaks of: forms of words, and Chinese characters two by two."""
    parts = asked_about(text)
    words = {form_of(part) for part in parts if part.isalnum() and not is_chinese(part)}
    pairs = {a + b for a, b in itertools.pairwise(parts) if is_chinese(a) and is_chinese(b)}
    return frozenset(words | pairs)
