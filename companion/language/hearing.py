"""What was heard, in the forms of the examples: no fillers, one synonym for all, slips mended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from companion.language.spelling import Spelling
from companion.language.stem import stem
from companion.language.tokens import SYLLABLE, Token, tokens

REMEMBERED_WORDS = 4096

Forms = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hearing:
    """What recognisers and people make of words.

    Attributes:
        same: Sequence of forms to the sequence that stands for it.
        fillers: Sequences that mean nothing at the start or the end of a sentence.
        endings: Sequences that mean nothing at its end.
        characters: Fillers and endings of one Chinese character, as they are written: what only
            sounds like one is part of a word, as 青 of 青铜 is like 请, and 把 of 火把 like 吧.
    """

    same: Mapping[Forms, Forms] = field(default_factory=dict)
    fillers: frozenset[Forms] = frozenset()
    endings: frozenset[Forms] = frozenset()
    characters: frozenset[str] = frozenset()


class Ear:
    """Brings texts into comparable forms. Immutable once built; any thread."""

    def __init__(self, hearing: Hearing, known: Iterable[str] = ()) -> None:
        """Prepare.

        Args:
            hearing: What stands for what.
            known: Words (as `forms` gives them) that misspelt ones may have meant.
        """
        self._same = hearing.same
        self._characters = hearing.characters
        self._first = _Fillers(hearing.fillers)
        self._last = _Fillers(hearing.fillers | hearing.endings)
        self._longest = _longest(hearing.same)
        words = frozenset(known)
        spelling = Spelling(word for word in words if word[0] != SYLLABLE)

        @lru_cache(maxsize=REMEMBERED_WORDS)
        def mended(word: str) -> str:
            return word if word[0] == SYLLABLE else spelling.nearest(stem(word))

        self._mended = mended

    def forms(self, text: str) -> Forms:
        """The forms of an example's text."""
        return self.mended(self.heard(text))

    def heard(self, text: str) -> tuple[Token, ...]:
        """The tokens of a text with their places in it; one of fillers only keeps them."""
        words = tokens(text)
        bare = self._bare(words, text) or words
        heard = _forms(bare)
        if self._longest.keys().isdisjoint(heard):
            return bare
        return tuple(self._replaced(bare, heard))

    def mended(self, words: Iterable[Token]) -> Forms:
        """The forms of tokens, their endings cut and their slips mended."""
        mended = self._mended
        return tuple([mended(token.form) for token in words])

    def _bare(self, words: tuple[Token, ...], text: str) -> tuple[Token, ...]:
        """A sentence without the fillers around it."""
        first, last = 0, len(words)
        while taken := self._first.at_start(words[first:last]):
            if taken == 1 and self._only_sounds(words[first], text):
                break
            first += taken
        while taken := self._last.at_end(words[first:last]):
            if taken == 1 and self._only_sounds(words[last - 1], text):
                break
            last -= taken
        return words[first:last]

    def _only_sounds(self, word: Token, text: str) -> bool:
        """Whether a character is another one than the filler that sounds like it."""
        return word.form[0] == SYLLABLE and text[word.start] not in self._characters

    def _replaced(self, words: Sequence[Token], heard: Forms) -> list[Token]:
        """Put what stands for the same in one form, longest sequence first."""
        replaced: list[Token] = []
        at, count = 0, len(words)
        while at < count:
            length = self._sequence(heard, at) if heard[at] in self._longest else 0
            if length:
                start, end = words[at].start, words[at + length - 1].end
                same = self._same[heard[at : at + length]]
                replaced += [Token(form, start, end) for form in same]
            else:
                replaced.append(words[at])
            at += length or 1
        return replaced

    def _sequence(self, heard: Forms, at: int) -> int:
        """Length of the longest sequence at a place that another stands for; 0 for none."""
        for length in range(min(self._longest[heard[at]], len(heard) - at), 0, -1):
            if heard[at : at + length] in self._same:
                return length
        return 0


class _Fillers:
    """Sequences that are looked for at one end of a sentence."""

    def __init__(self, fillers: frozenset[Forms]) -> None:
        self._all = frozenset(filter(None, fillers))
        self._longest = max(map(len, self._all), default=0)
        self._firsts = frozenset(filler[0] for filler in self._all)
        self._lasts = frozenset(filler[-1] for filler in self._all)

    def at_start(self, words: Sequence[Token]) -> int:
        """How many words at the start are one of them; the longest counts."""
        if not words or words[0].form not in self._firsts:
            return 0
        lengths = range(min(self._longest, len(words)), 0, -1)
        return next((n for n in lengths if _forms(words[:n]) in self._all), 0)

    def at_end(self, words: Sequence[Token]) -> int:
        """The same at the end."""
        if not words or words[-1].form not in self._lasts:
            return 0
        lengths = range(min(self._longest, len(words)), 0, -1)
        return next((n for n in lengths if _forms(words[-n:]) in self._all), 0)


def _forms(words: Sequence[Token]) -> Forms:
    return tuple([token.form for token in words])


def _longest(same: Iterable[Forms]) -> Mapping[str, int]:
    """First form to the length of the longest sequence that begins with it."""
    longest: dict[str, int] = {}
    for sequence in same:
        if sequence:
            longest[sequence[0]] = max(longest.get(sequence[0], 0), len(sequence))
    return longest
