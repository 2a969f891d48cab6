"""Which texts hold what, and how much that says: the numbers behind a search (BM25).

One list for single words, one for two neighbours: neighbours make Chinese characters into words,
and words into names. Nothing here knows texts; `index.py` does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.engine.knowledge.terms import BREAK, Numbers

SATURATION = 1.2
"""How soon a word that is there again says nothing new (BM25's k1)."""
LENGTH = 0.6
"""How much longer texts are held against theirs (BM25's b); passages are cut to like lengths."""

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Postings:
    """Texts by what they hold. Immutable; any thread.

    Attributes:
        keys: What is held, ascending.
        starts: Where the texts of each key begin; one more than there are keys.
        texts: Numbers of texts, ascending within a key.
        weights: What holding the key is worth to each of them.
        worth: What a key is worth at most, by its rarity.
    """

    keys: Keys
    starts: npt.NDArray[np.int64]
    texts: Numbers
    weights: Floats
    worth: Floats

    def find(self, key: int) -> int:
        """The place of a key; -1 where no text has it."""
        place = int(np.searchsorted(self.keys, key))
        return place if place < len(self.keys) and self.keys[place] == key else -1

    def of(self, place: int) -> tuple[Numbers, Floats]:
        """The texts that hold the key at a place, and the weights."""
        span = slice(int(self.starts[place]), int(self.starts[place + 1]))
        return self.texts[span], self.weights[span]


def words_of(stream: Numbers, owners: Numbers, lengths: Floats) -> Postings:
    """Postings of single words.

    Args:
        stream: The words of all texts.
        owners: The text of each.
        lengths: Words of each text.
    """
    is_word = stream != BREAK
    return _postings(stream[is_word].astype(np.int64), owners[is_word], lengths)


def pairs_of(stream: Numbers, owners: Numbers, lengths: Floats, vocabulary: int) -> Postings:
    """Postings of neighbours within a clause.

    Args:
        stream: The words of all texts.
        owners: The text of each.
        lengths: Words of each text.
        vocabulary: How many words there are; see `pair`.
    """
    first, second = stream[:-1], stream[1:]
    meet = (first != BREAK) & (second != BREAK) & (owners[:-1] == owners[1:])
    keys = first[meet].astype(np.int64) * vocabulary + second[meet]
    return _postings(keys, owners[:-1][meet], lengths)


def pair(first: int, second: int, vocabulary: int) -> int:
    """The key of two neighbours."""
    return first * vocabulary + second


def rarest(count: int) -> float:
    """What is counted for something that one text of so many holds."""
    return float(_worth(count, np.ones(1, np.int64))[0])


def _worth(count: int, many: Keys) -> npt.NDArray[np.float64]:
    """What something is worth that so many of all texts hold."""
    return np.log1p((count - many + 0.5) / (many + 0.5))


def _postings(keys: Keys, owners: Numbers, lengths: Floats) -> Postings:
    count = max(1, len(lengths))
    both = np.sort(keys * count + owners)
    begins = _changes(both)
    held, times = both[begins], np.diff(begins, append=len(both))
    kinds, holders = held // count, (held % count).astype(np.int32)
    starts = _changes(kinds)
    many = np.diff(starts, append=len(kinds))
    worth = _worth(count, many).astype(np.float32)
    usual = float(lengths.mean()) if len(lengths) else 1.0
    slow = (SATURATION * (1 - LENGTH + LENGTH * lengths / max(usual, 1.0))).astype(np.float32)
    often = times.astype(np.float32)
    weights = np.repeat(worth, many) * often * np.float32(SATURATION + 1) / (often + slow[holders])
    return Postings(kinds[starts], np.append(starts, len(kinds)), holders, weights, worth)


def _changes(ascending: Keys) -> npt.NDArray[np.int64]:
    """Where a value is another than before it."""
    changes = np.flatnonzero(np.diff(ascending, prepend=-1))
    return changes.astype(np.int64, copy=False)
