"""Names of a modpack: which ones an ear should expect, what was misheard, how a voice says them.

Pure. Chinese words of the same sound are `homophones.py`; here are names in letters, where a
recogniser writes "ender perl" for "Ender Pearl". A piece of a sentence is put right only when it
holds a word that neither a name nor the companion's own phrases have: what could be meant as it
stands is never touched.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from difflib import SequenceMatcher

from companion.language.similarity import letters

LEAST_LIKENESS = 0.84
"""Below this, words have been heard that merely resemble a name: see the tests."""
LEAST_LETTERS = 5
MOST_WORDS = 5
MOST_HEARD = 60
"""Words of one utterance that are looked at."""
MOST_NAMES = 8_000
_COMPARED = 16
_GAP = 0.03
"""By so much a name must be nearer than the next one, else neither is meant for sure."""

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+")
_LATIN = re.compile(r"[A-Za-z]")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LETTER_DIGIT = re.compile(r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
_ACRONYM = re.compile(r"[A-Z]{2,4}")
_ROMAN = {
    "II": "two",
    "III": "three",
    "IV": "four",
    "VI": "six",
    "VII": "seven",
    "VIII": "eight",
    "IX": "nine",
}
"""Not I, V and X: these are letters as often as numbers."""


def hot_words(names: Iterable[str], most: int) -> tuple[str, ...]:
    """Names that a recogniser is least likely to know, rarest words first.

    Args:
        names: In the order of the book; each once.
        most: How many a recogniser takes.
    """
    kept = [name for name in dict.fromkeys(names) if name.strip()][:MOST_NAMES]
    counts = Counter(word for name in kept for word in set(_words(name)))
    places = {name: place for place, name in enumerate(kept)}

    def commonness(name: str) -> tuple[float, int]:
        words = _words(name)
        return (min((counts[word] for word in words), default=MOST_NAMES), places[name])

    return tuple(sorted(kept, key=commonness)[:most])


def pronunciations(names: Iterable[str]) -> Mapping[str, str]:
    """Written words of names to what a voice should be given instead.

    `AE2` is "A E 2", `EnderIO` is "Ender I O", `MK-II` is "MK two"; ordinary words are left out.
    """
    found: dict[str, str] = {}
    for name in names:
        for written in re.findall(r"[A-Za-z0-9]+", name):
            said = _said(written)
            if said != written:
                found[written] = said
    return found


class NameMender:
    """Puts names right that were misheard. Never changes once built; any thread.

    Args:
        names: Names of the pack; those without letters are left out.
        ordinary: Words that the companion's own phrases use: never a misheard name.
    """

    def __init__(self, names: Iterable[str], ordinary: Collection[str] = ()) -> None:
        kept = [name for name in dict.fromkeys(names) if _LATIN.search(name)][:MOST_NAMES]
        self._names = {key: name for name in kept if len(key := letters(name)) >= LEAST_LETTERS}
        self._known = {word for name in kept for word in _words(name)}
        self._known.update(word for phrase in ordinary for word in _words(phrase))
        self._by_pair: dict[str, list[str]] = {}
        for key in self._names:
            for pair in _pairs(key):
                self._by_pair.setdefault(pair, []).append(key)

    def mended(self, text: str) -> str:
        """The text with misheard names as they are written; others of its words stay."""
        words = list(_WORD.finditer(text))[:MOST_HEARD]
        parts, end = [], 0
        for first, last, name in self._chosen(text, words):
            parts += [text[end : words[first].start()], name]
            end = words[last].end()
        return "".join([*parts, text[end:]])

    def _chosen(self, text: str, words: list[re.Match[str]]) -> list[tuple[int, int, str]]:
        """First and last word, and the name, of pieces that do not overlap: the likest first."""
        found = [
            (score, first, last, name)
            for first in range(len(words))
            for last in range(first, min(first + MOST_WORDS, len(words)))
            if (meant := self._at(text, words[first : last + 1])) is not None
            for score, name in (meant,)
        ]
        found.sort(key=lambda one: (-one[0], one[1]))
        chosen: list[tuple[int, int, str]] = []
        for _, first, last, name in found:
            if all(last < other[0] or first > other[1] for other in chosen):
                chosen.append((first, last, name))
        return sorted(chosen)

    def _at(self, text: str, words: list[re.Match[str]]) -> tuple[float, str] | None:
        """The name that a piece may be, if one of its words is nobody's."""
        if all(word[0].casefold() in self._known for word in words):
            return None
        heard = letters(text[words[0].start() : words[-1].end()])
        return self._meant(heard) if len(heard) >= LEAST_LETTERS else None

    def _meant(self, heard: str) -> tuple[float, str] | None:
        """The one name that can be meant, and how like it is; None for none or two."""
        pairs = _pairs(heard)
        shared = Counter(key for pair in pairs for key in self._by_pair.get(pair, ()))
        likely = [key for key, _ in shared.most_common(_COMPARED)]
        scored = sorted(((_ratio(heard, key), key) for key in likely), reverse=True)[:2]
        if not scored or scored[0][0] < LEAST_LIKENESS:
            return None
        if len(scored) > 1 and scored[0][0] - scored[1][0] < _GAP:
            return None
        return scored[0][0], self._names[scored[0][1]]


def _words(text: str) -> list[str]:
    return [word[0].casefold() for word in _WORD.finditer(text)]


def _pairs(key: str) -> frozenset[str]:
    framed = f"^{key}$"
    return frozenset(framed[i : i + 2] for i in range(len(framed) - 1))


def _ratio(left: str, right: str) -> float:
    if abs(len(left) - len(right)) > 3:
        return 0.0
    return SequenceMatcher(None, left, right, autojunk=False).ratio()


def _said(written: str) -> str:
    parts = _LETTER_DIGIT.sub(" ", _CAMEL.sub(" ", written)).split()
    return " ".join(_ROMAN.get(part) or _spelled(part) for part in parts)


def _spelled(part: str) -> str:
    """Short words in capitals are spelled; those with a vowel in the midst are mostly words."""
    if not _ACRONYM.fullmatch(part):
        return part
    return " ".join(part)
