"""Which example sentence a text is most like: `lexical-tfidf-v1` (ROUTE-005).

Pure and deterministic. Features are words and pairs of neighbours, weighted by how rare they are
among the examples. An example may hold one slot, `how do i get {name}`: the text is then tried with
each stretch that a slot accepts put in its place. Similarity is a cosine, not the probability of
being right (ROUTE-011).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from companion.language.similarity import likeness
from companion.language.tokens import SYLLABLE, Token, tokens

MAX_TOKENS = 32
"""A longer text is no command; it matches nothing."""
MAX_BEFORE_SLOT = 9
MAX_AFTER_SLOT = 6
REPAIR = 0.78
"""How alike an unknown word must be to a known one to be taken for it."""
MIN_REPAIRED_LETTERS = 4

Slots = Mapping[str, Callable[[str], bool]]
"""Name of a slot to what may stand in it, judged by the text as it was written."""


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence that means something.

    Attributes:
        label: What it means.
        text: May hold one `{slot}`.
    """

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Match:
    """The best example of one label.

    Attributes:
        slots: Name to the words of the text that stand there, as they were written.
        similarity: Cosine, 0 to 1.
        coverage: Share of the text's words, by weight, that the example knows; 0 to 1.
    """

    label: str
    slots: Mapping[str, str]
    similarity: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Hearing:
    """What recognisers and people make of words.

    Attributes:
        same: Sequence of forms to the sequence that stands for it.
        fillers: Forms that mean nothing at the start or the end of a sentence.
    """

    same: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    fillers: frozenset[str] = frozenset()


class LexicalIndex:
    """Examples ready to be compared with. Immutable once built; any thread."""

    def __init__(self, examples: Sequence[Example], hearing: Hearing, slots: Slots) -> None:
        self._examples = tuple(examples)
        self._hearing = hearing
        self._slots = slots
        self._words = [self._example_words(example.text) for example in examples]
        counts = Counter(f for words in self._words for f in set(_features(words)))
        total = len(self._examples)
        self._rare = {f: 1.0 + math.log((1 + total) / (1 + n)) for f, n in counts.items()}
        self._unknown = 1.0 + math.log(1 + total)
        self._known = sorted(
            {w for words in self._words for w in words if w[0] not in "{" + SYLLABLE}
        )
        self._postings = self._posted()
        self._repaired = lru_cache(maxsize=4096)(self._nearest_word)

    def rank(self, text: str) -> tuple[Match, ...]:
        """Compare a text with every example: the best match of each label, best first."""
        heard = self._heard(text)
        best: dict[str, Match] = {}
        if len(heard) > MAX_TOKENS:
            return ()
        for words, slots in self._readings(text, heard):
            for match in self._matches(words, slots):
                if match.label not in best or _order(match) > _order(best[match.label]):
                    best[match.label] = match
        return tuple(sorted(best.values(), key=_order, reverse=True))

    def _example_words(self, text: str) -> tuple[str, ...]:
        before, brace, rest = text.partition("{")
        if not brace:
            return tuple(t.form for t in self._same(tokens(text)))
        slot, _, after = rest.partition("}")
        return (
            *(t.form for t in self._same(tokens(before))),
            "{" + slot + "}",
            *(t.form for t in self._same(tokens(after))),
        )

    def _posted(self) -> Mapping[str, list[tuple[int, float]]]:
        postings: dict[str, list[tuple[int, float]]] = {}
        for number, words in enumerate(self._words):
            for feature, weight in self._vector(words).items():
                postings.setdefault(feature, []).append((number, weight))
        return postings

    def _vector(self, words: Sequence[str]) -> Mapping[str, float]:
        """Features to weights, of length 1."""
        counts = Counter(_features(words))
        weights = {f: n * self._rare.get(f, self._unknown) for f, n in counts.items()}
        length = math.sqrt(sum(w * w for w in weights.values())) or 1.0
        return {f: w / length for f, w in weights.items()}

    def _heard(self, text: str) -> tuple[Token, ...]:
        heard = list(self._same(tokens(text)))
        while heard and heard[0].form in self._hearing.fillers:
            del heard[0]
        while heard and heard[-1].form in self._hearing.fillers:
            del heard[-1]
        return tuple(Token(self._repaired(t.form), t.start, t.end) for t in heard)

    def _same(self, words: Sequence[Token]) -> Iterator[Token]:
        """Put what stands for the same in one form, longest sequence first."""
        at = 0
        while at < len(words):
            for length in range(min(5, len(words) - at), 0, -1):
                span = words[at : at + length]
                forms = self._hearing.same.get(tuple(t.form for t in span))
                if forms is not None:
                    yield from (Token(form, span[0].start, span[-1].end) for form in forms)
                    at += length
                    break
            else:
                yield words[at]
                at += 1

    def _nearest_word(self, word: str) -> str:
        if word in self._rare or len(word) < MIN_REPAIRED_LETTERS or word[0] == SYLLABLE:
            return word
        near = [(likeness(word, known, "en"), known) for known in self._known]
        closest = max(near, default=(0.0, word))
        return closest[1] if closest[0] >= REPAIR else word

    def _readings(
        self, text: str, heard: Sequence[Token]
    ) -> Iterator[tuple[tuple[str, ...], Mapping[str, str]]]:
        """The text as it is, and with each stretch that may fill a slot replaced by it."""
        forms = tuple(token.form for token in heard)
        yield forms, {}
        for start in range(min(MAX_BEFORE_SLOT + 1, len(forms))):
            for end in range(max(start + 1, len(forms) - MAX_AFTER_SLOT), len(forms) + 1):
                if start == 0 and end == len(forms):
                    continue
                stretch = text[heard[start].start : heard[end - 1].end]
                for slot, accepts in self._slots.items():
                    if accepts(stretch):
                        words = (*forms[:start], "{" + slot + "}", *forms[end:])
                        yield words, {slot: stretch}

    def _matches(self, words: Sequence[str], slots: Mapping[str, str]) -> Iterator[Match]:
        scores: dict[int, float] = {}
        for feature, weight in self._vector(words).items():
            for number, other in self._postings.get(feature, ()):
                scores[number] = scores.get(number, 0.0) + weight * other
        for number, score in scores.items():
            known = set(self._words[number])
            if all(f"{{{slot}}}" in known for slot in slots):
                label = self._examples[number].label
                yield Match(label, slots, round(score, 6), self._coverage(words, known))

    def _coverage(self, words: Sequence[str], known: set[str]) -> float:
        weights = [(w in known, self._rare.get(w, self._unknown)) for w in words if w[0] != "{"]
        total = sum(weight for _, weight in weights)
        return sum(weight for is_known, weight in weights if is_known) / total if total else 0.0


def _order(match: Match) -> tuple[float, float, int]:
    """Better by similarity, then by coverage, then by the longer name."""
    return match.similarity, match.coverage, sum(map(len, match.slots.values()))


def _features(words: Sequence[str]) -> Iterator[str]:
    yield from words
    yield from (f"{left} {right}" for left, right in pairwise(words))
