"""Names of the modpack for ear and voice: what may be said, and how it is pronounced. Pure.

Filled from outside (quest titles, items, a pack's own list); without it speech works as well, only
with more slips in names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.language.ear_numbers import numbers_in_words

MAX_HOT_WORDS = 100
"""Recognisers that take hot words get worse with more."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the speech of one pack needs to know.

    Attributes:
        hot_words: Names a recogniser should expect, the likeliest first.
        pronunciations: Written form to what a voice should be given instead, such as `RF` to
            `R F` or `AE2` to `A E two`; whole words, by case.
    """

    hot_words: tuple[str, ...] = ()
    pronunciations: Mapping[str, str] = field(default_factory=dict)

    def aloud(self, text: str, language: str) -> str:
        """One clean sentence as a voice should get it: names as they sound, numbers in words."""
        return numbers_in_words(self._named(text), language)

    def hints(self, labels: Iterable[str]) -> tuple[str, ...]:
        """What a recogniser may expect: the labels in sight, then names, each once."""
        labels = tuple(labels)
        return tuple(dict.fromkeys((*labels, *self.hot_words[:MAX_HOT_WORDS])))

    def _named(self, text: str) -> str:
        for written, sounds in self.pronunciations.items():
            if written and written in text:
                pattern = rf"(?<![A-Za-z0-9]){re.escape(written)}(?![A-Za-z0-9])"
                text = re.sub(pattern, sounds.replace("\\", r"\\"), text)
        return text
