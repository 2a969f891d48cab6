"""Words that no text has, put right by those that texts have: by a letter, or by their sound.

`ender perl` finds what is written of pearls, and `莫影真珠` what is written of 末影珍珠. What is
known stays as it is. The tables are made with the index: a player who waits for an answer does not
wait for them.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from companion.engine.knowledge.postings import Postings, pair
from companion.engine.knowledge.terms import form_of
from companion.language.pinyin import is_chinese, toneless

LEAST_LETTERS = 4
"""Of a word that is put right; shorter ones are like too many others."""
LEAST_CHANGED = 7
"""From so many letters on one may also be another, or stand at the end: "plane" is no slip of
"plant", nor "winter" of "wither"."""
LEAST_ALIKE = 6
"""From so many on where the two letters sound alike: "furnase"."""
ALIKE = ("cskqxz", "aeiouy", "dt", "bp", "fv", "gj", "mn")


class Misheard:
    """Immutable; any thread."""

    def __init__(
        self, forms: Mapping[str, int], characters: Collection[int], pairs: Postings
    ) -> None:
        """Make the tables.

        Args:
            forms: The forms of all words, by number in their order.
            characters: Numbers of Chinese characters.
            pairs: Neighbours, by `pair` over as many words as there are forms.
        """
        self._forms = forms
        self._characters = characters
        self._pairs = pairs
        self._shorter = self._shortened_forms()
        self._by_sound = self._sounds()

    def mended(self, parts: Sequence[str]) -> list[str]:
        """The words of a question, those that no text has replaced by the likeliest."""
        by_sound = self._heard(list(parts))
        return [self._spelt(part) for part in by_sound]

    def _spelt(self, word: str) -> str:
        form = form_of(word)
        if form in self._forms or len(form) < LEAST_LETTERS or not form.isalpha():
            return word
        near = {w for cut in (form, *_shortened(form)) for w in self._shorter.get(cut, ())}
        near |= {cut for cut in _shortened(form) if cut in self._forms and not is_chinese(cut)}
        close = [w for w in near if w[0] == form[0] and _may_be_a_slip(form, w)]
        return min(close, key=lambda w: (abs(len(w) - len(form)), self._forms[w]), default=word)

    def _heard(self, parts: list[str]) -> list[str]:
        if not self._by_sound:  # finding how characters sound takes a while at first
            return parts
        known = [self._are_neighbours(*two) for two in itertools.pairwise(parts)]
        alone = [
            is_chinese(part) and not any(known[max(0, at - 1) : at + 1])
            for at, part in enumerate(parts)
        ]
        at = 0
        while at + 1 < len(parts):
            if alone[at] and alone[at + 1]:
                meant = self._by_sound.get((toneless(parts[at]), toneless(parts[at + 1])))
                if meant is not None:
                    parts[at : at + 2] = meant
                    at += 1
            at += 1
        return parts

    def _are_neighbours(self, first: str, second: str) -> bool:
        if not (is_chinese(first) and is_chinese(second)):
            return False
        numbers = self._forms.get(first), self._forms.get(second)
        if numbers[0] is None or numbers[1] is None:
            return False
        return self._pairs.find(pair(numbers[0], numbers[1], len(self._forms))) >= 0

    def _shortened_forms(self) -> Mapping[str, tuple[str, ...]]:
        """What is left of a word without one letter, and which words leave it."""
        found: dict[str, tuple[str, ...]] = {}
        for word in self._forms:
            if len(word) >= LEAST_LETTERS and word.isascii() and word.isalpha():
                for cut in set(_shortened(word)):
                    found[cut] = (*found.get(cut, ()), word)
        return found

    def _sounds(self) -> Mapping[tuple[str, str], tuple[str, str]]:
        """Two syllables to the commonest characters of that sound that are neighbours."""
        forms, width = tuple(self._forms), len(self._forms)
        is_character = np.zeros(width, np.bool_)
        is_character[list(self._characters)] = True
        firsts, seconds = np.divmod(self._pairs.keys, width)
        chinese = np.flatnonzero(is_character[firsts] & is_character[seconds])
        rare_first = chinese[np.argsort(-self._pairs.worth[chinese], kind="stable")]
        found: dict[tuple[str, str], tuple[str, str]] = {}
        for first, second in zip(firsts[rare_first], seconds[rare_first], strict=True):
            two = forms[first], forms[second]
            found[toneless(two[0]), toneless(two[1])] = two
        return found


def _may_be_a_slip(heard: str, known: str) -> bool:
    """Whether two words that are one letter apart may be the same one: all are stems."""
    if len(heard) >= LEAST_CHANGED:
        return True
    if len(heard) != len(known):
        return not (heard.startswith(known) or known.startswith(heard))
    changed = {(a, b) for a, b in zip(heard, known, strict=True) if a != b}
    if len(changed) > 1:  # two neighbours in the other order
        return sorted(heard) == sorted(known)
    sounds_alike = all(any(a in group and b in group for group in ALIKE) for a, b in changed)
    return len(heard) >= LEAST_ALIKE and sounds_alike


def _shortened(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))
