"""Known words for misspelt ones, found without comparing with every word.

Two words at most one slip apart (a letter missing, added, changed or two neighbours swapped) become
equal once a letter is left out of one or both of them; so words are filed under all their forms
with a letter left out (the idea of the symmetric delete algorithm, W. Garbe 2012).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.language.similarity import likeness

MIN_LETTERS = 4
"""Shorter words are too often one slip away from another word."""
ALIKE = 0.78
"""How alike letters must be; see `likeness`."""


class Spelling:
    """Words that are known. Immutable once built; any thread.

    A word is only taken for one of the same first letter: "bread" is no slip of "read".
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(word for word in words if len(word) >= MIN_LETTERS)
        self._filed: dict[str, set[str]] = {}
        for word in self._words:
            for form in _forms(word):
                self._filed.setdefault(form, set()).add(word)

    def nearest(self, word: str) -> str:
        """The known word that was meant; the word itself when none is near enough."""
        if len(word) < MIN_LETTERS or word in self._words:
            return word
        near = {
            known
            for form in _forms(word)
            for known in self._filed.get(form, ())
            if known[0] == word[0]
        }
        ranked = sorted((-likeness(word, known, "en"), known) for known in near)
        return ranked[0][1] if ranked and -ranked[0][0] >= ALIKE else word


def _forms(word: str) -> Iterator[str]:
    yield word
    for left_out in range(len(word)):
        yield word[:left_out] + word[left_out + 1 :]
