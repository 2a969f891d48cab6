"""Finding a quest by what somebody said or typed: id, exact title, part of a title, or likeness.

A book's index is built with its first search (0.1 s for 5,000 titles, twice that in Chinese) and
kept for the few books in use; `warm_up` moves that to a quiet moment.
"""

from __future__ import annotations

import re
import threading
from bisect import bisect_right
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import accumulate

from companion.games.quest_book import QuestBook
from companion.language.legacy_codes import plain
from companion.language.pinyin import is_chinese, toneless
from companion.language.similarity import letters, likeness

MOST_FOUND = 12
"""Candidates beyond this many help nobody who listens."""

LEAST_LIKENESS = 0.62
"""Below this a title has only letters in common: see tests/unit/games/test_search.py."""

_COMPARED = 16
"""Titles that are compared letter by letter; those that share the most pairs of letters."""

_LEAST_COMPARED = 5
_LETTERS_COMPARED = 10_000
"""Pairs of letters: comparing takes time squared, and of long titles the first are near enough."""

MOST_DOUBTED = 0.79
"""Likeness of a title without a word that was said and that other titles have: "fission reactor" is
no slip of "Fusion Reactor" where a pack has both words. Less than anybody acts on unasked."""

_LONGEST = 100
"""Signs of a title or of what was said that are compared; likeness takes time squared."""

_BOOKS_KEPT = 4

_WORD = re.compile(r"[a-z]{4,}")

_ID = re.compile(r"#?([0-9A-Fa-f]{8}|[0-9A-Fa-f]{16})")


@dataclass(frozen=True, slots=True)
class Found:
    """A quest that may have been meant.

    Attributes:
        quest: Id of the quest.
        score: 1 for an exact title or id; below that, how likely it was meant.
    """

    quest: int
    score: float

    @property
    def exact(self) -> bool:
        """Whether the title or the id was given in full."""
        return self.score >= 1.0


def find_quests(
    book: QuestBook, text: str, among: frozenset[int] | None = None
) -> tuple[Found, ...]:
    """Find quests by title or hexadecimal id, best first.

    An exact title or id beats everything else: then only exact ones come back.

    Args:
        book: Where to look.
        text: What was said; may be misheard.
        among: Ids that may be found, such as the visible ones; None for all.
    """
    index, text = _index_of(book), text[:_LONGEST]
    allowed = book.quests.keys() if among is None else among
    exact = [number for number in index.exact(text) if number in allowed]
    if exact:
        return tuple(Found(number, 1.0) for number in exact)
    scores = index.partial(text) | index.alike(text, frozenset(allowed))
    found = [Found(number, score) for number, score in scores.items() if number in allowed]
    found.sort(key=lambda f: (-f.score, index.place[f.quest]))
    return tuple(found[:MOST_FOUND])


def warm_up(book: QuestBook) -> None:
    """Build the index of a book now."""
    _index_of(book)


class _TitleIndex:
    """Titles of one book in the forms they are compared in. Never changes once built."""

    def __init__(self, book: QuestBook) -> None:
        self.book = book
        self.place = {number: place for place, number in enumerate(book.quests)}
        self._titles = {n: plain(quest.title[:_LONGEST]) for n, quest in book.quests.items()}
        self._words = frozenset(w for title in self._titles.values() for w in _words(title))
        self._by_letters: dict[str, list[int]] = {}
        self._by_pair: dict[str, list[int]] = {}
        self._pairs: dict[int, int] = {}
        self._syllables = _syllables("".join(self._titles.values()))
        for number, title in self._titles.items():
            self._by_letters.setdefault(letters(title), []).append(number)
            pairs = _pairs(self._sound(title))
            self._pairs[number] = len(pairs)
            for pair in pairs:
                self._by_pair.setdefault(pair, []).append(number)
        self._joined, self._keys = "\n".join(self._by_letters), tuple(self._by_letters)
        lengths = (len(key) + 1 for key in self._keys)
        self._starts = tuple(accumulate(lengths, initial=0))

    def exact(self, text: str) -> list[int]:
        match = _ID.fullmatch(text.strip())
        if match and int(match[1], 16) in self.book.quests:
            return [int(match[1], 16)]
        key = letters(text)
        return self._by_letters.get(key, []) if key else []

    def partial(self, text: str) -> dict[int, float]:
        """Titles that hold the words, or of which the words hold everything."""
        key = letters(text)
        if len(key) < (2 if is_chinese(key) else 3):
            return {}
        scores: dict[int, float] = {}
        for title in dict.fromkeys([*self._holding(key), *self._held_by(key)]):
            share = min(len(key), len(title)) / max(len(key), len(title))
            scores.update(dict.fromkeys(self._by_letters[title], 0.6 + 0.39 * share))
        return scores

    def _holding(self, key: str) -> Iterator[str]:
        """Titles that hold the words; one search through all of them at once."""
        at = self._joined.find(key)
        while at >= 0:
            place = bisect_right(self._starts, at) - 1
            yield self._keys[place]
            at = self._joined.find(key, self._starts[place + 1])

    def _held_by(self, key: str) -> Iterator[str]:
        """Titles of three letters or more that the words hold."""
        for start in range(len(key) - 2):
            for end in range(start + 3, len(key) + 1):
                if key[start:end] in self._by_letters:
                    yield key[start:end]

    def _sound(self, text: str) -> str:
        """The form whose pairs of letters are compared: by sound for Chinese, else by letters."""
        if not is_chinese(text):
            return letters(text)
        known = self._syllables
        return letters("".join(known.get(c) or (toneless(c) if is_chinese(c) else c) for c in text))

    def alike(self, text: str, allowed: frozenset[int]) -> dict[int, float]:
        """Titles that look or sound like the words; never as sure as an exact one."""
        pairs = _pairs(self._sound(text))
        shared = Counter(n for pair in pairs for n in self._by_pair.get(pair, ()) if n in allowed)
        likely = nlargest(
            _COMPARED, shared, key=lambda n: shared[n] / (len(pairs) + self._pairs[n])
        )
        language = "zh" if self.book.locale.startswith("zh") else "en"
        most = max(_LEAST_COMPARED, _LETTERS_COMPARED // (len(text) * len(text) + 1))
        said = _words(text) & self._words
        scores = {n: _alike(text, self._titles[n], language) for n in likely[:most]}
        return {
            n: min(score, MOST_DOUBTED if _lacks(self._titles[n], said) else 0.99)
            for n, score in scores.items()
            if score >= LEAST_LIKENESS
        }


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _lacks(title: str, said: frozenset[str]) -> bool:
    """Whether a title is without one of the words, whatever their endings."""
    own = _words(title)
    return any(not any(w.startswith(o) or o.startswith(w) for o in own) for w in said)


def _alike(heard: str, title: str, language: str) -> float:
    """Likeness; in Chinese half of it by whole syllables, since any two share many letters."""
    by_letters = likeness(heard, title, language)
    if not is_chinese(heard + title) or by_letters < LEAST_LIKENESS:
        return by_letters
    ours, theirs = toneless(heard).split(), toneless(title).split()
    return (by_letters + SequenceMatcher(None, ours, theirs, autojunk=False).ratio()) / 2


def _syllables(text: str) -> dict[str, str]:
    """Each Chinese character of a text by its own sound: far faster than title by title."""
    characters = [c for c in dict.fromkeys(text) if is_chinese(c)]
    return dict(zip(characters, toneless(" ".join(characters)).split(), strict=True))


def _pairs(key: str) -> frozenset[str]:
    framed = f"^{key}$"
    return frozenset(framed[i : i + 2] for i in range(len(framed) - 1)) if key else frozenset()


_indexes: OrderedDict[int, _TitleIndex] = OrderedDict()
"""By identity of the book, which the index keeps alive; the most recently used last."""
_lock = threading.Lock()


def _index_of(book: QuestBook) -> _TitleIndex:
    with _lock:
        index = _indexes.get(id(book)) or _TitleIndex(book)
        _indexes[id(book)] = index
        _indexes.move_to_end(id(book))
        while len(_indexes) > _BOOKS_KEPT:
            _indexes.popitem(last=False)
        return index
