"""Which meaning a text is most like, by example sentences: `lexical-tfidf-v1` (ROUTE-005).

Pure and deterministic: words, pairs of neighbours, TF-IDF weights, cosines; no model, no dictionary
from outside, no network. Two things tell how like a text is to a label: what the label's examples
have in common, and the cosine to the nearest of them. An example may hold one slot,
`how do i get {name}`: the text is then also read with a stretch of it in the slot's place.
Similarity is not the probability of being right (ROUTE-011).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.language.hearing import Ear, Hearing
from companion.language.prototypes import Keep, made_anew
from companion.language.readings import Reader, Slots, is_mark, marks, place_of
from companion.language.sentences import Match, Sentence, Sentences, gap
from companion.language.tokens import SYLLABLE, Token, language_of

__all__ = ["MAX_TOKENS", "METHOD", "Example", "Hearing", "LexicalIndex", "Match", "Slots", "gap"]

METHOD = "lexical-tfidf-v1"
STAND_IN = "xslotx"
"""A word that no text has, for the slot of an example while its words are brought into form."""
BOTH = ("en", "zh")
MAX_TOKENS = 32
"""A longer text is no command; it matches nothing."""


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence that means something.

    Attributes:
        label: What it means.
        text: May hold one `{slot}`.
    """

    label: str
    text: str


class LexicalIndex:
    """Examples ready to be compared with. Immutable once built; any thread.

    Each language is counted for itself, so that sentences in one do not make words of the other
    rare; a text in both is compared with both.
    """

    def __init__(
        self,
        examples: Iterable[Example],
        hearing: Hearing,
        slots: Slots | None = None,
        loose: frozenset[str] = frozenset(),
        keep: Keep = made_anew,
    ) -> None:
        """Build.

        Args:
            examples: In any order, in any languages.
            hearing: What stands for what.
            slots: Without any, braces in an example are nothing special.
            loose: Labels whose examples have nothing in common, such as all that is off topic.
            keep: Where what is worked out may be from.
        """
        slots = slots or {}
        ear, meant = Ear(hearing), marks(slots)
        by_language: dict[str, list[Sentence]] = {}
        for label, slot, text in sorted(
            {(e.label, _slot_of(e.text, slots), e.text) for e in examples}
        ):
            sentence = Sentence(label, slot, meant.get(slot, ""), _words(text, slot, meant, ear))
            if sentence.words:
                by_language.setdefault(language_of(text), []).append(sentence)
        known = (w for group in by_language.values() for s in group for w in s.words)
        self._ear = Ear(hearing, (word for word in known if not is_mark(word)))
        self._parts = {
            language: Sentences(group, Reader(slots, [s.words for s in group]), loose, keep)
            for language, group in by_language.items()
        }

    def heard(self, text: str) -> tuple[Token, ...]:
        """The text's tokens, fillers gone and one synonym for all."""
        return self._ear.heard(text)

    def rank(self, text: str, heard: tuple[Token, ...] = ()) -> tuple[Match, ...]:
        """Compare a text with every example: the best match of each label, best first.

        Args:
            text: As it was written.
            heard: What `heard` made of it, where that was asked before.
        """
        heard = heard or self._ear.heard(text)
        if len(heard) > MAX_TOKENS:
            return ()
        forms = self._ear.mended(heard)
        syllables = sum([form[0] == SYLLABLE for form in forms])
        languages = ("en",) if not syllables else ("zh",) if syllables == len(forms) else BOTH
        parts = [self._parts[name] for name in languages if name in self._parts]
        if len(parts) == 1:
            return tuple(parts[0].rank(text, heard, forms))
        return _merged(match for part in parts for match in part.rank(text, heard, forms))


def _merged(matches: Iterable[Match]) -> tuple[Match, ...]:
    """The better match of each label, best first."""
    found: dict[str, Match] = {}
    for match in matches:
        if match.label not in found or _order(match) < _order(found[match.label]):
            found[match.label] = match
    return tuple(sorted(found.values(), key=_order))


def _order(match: Match) -> tuple[float, float, str]:
    """Better first."""
    return -match.similarity, -match.coverage, match.label


def _slot_of(text: str, slots: Iterable[str]) -> str:
    return next((slot for slot in slots if place_of(slot) in text), "")


def _words(text: str, slot: str, meant: Mapping[str, str], ear: Ear) -> tuple[str, ...]:
    if not slot:
        return ear.forms(text)
    forms = ear.forms(text.replace(place_of(slot), f" {STAND_IN} ", 1))
    return tuple(meant[slot] if form == STAND_IN else form for form in forms)
