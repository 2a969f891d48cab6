"""Sources that say different things about one number: shown side by side, never averaged.

Only what can be told from the words alone: two sources that give one thing different amounts, or a
text that counts otherwise what a recipe takes. Which of them is right is for the reader.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.knowledge.amounts import Amount, amounts_of, amounts_of_known, mentions
from companion.engine.knowledge.piece import Kind, Piece
from companion.language.phrase import Phrase, phrase

Place = tuple[int, Amount]
"""Of a piece, from 0, and what it says of one thing."""


@dataclass(slots=True)
class _Source:
    """Everything that one quest, file, page, or all recipes of an item say.

    Attributes:
        pieces: With their places among all.
    """

    pieces: list[tuple[int, Piece]]

    @property
    def is_recipe(self) -> bool:
        return self.pieces[0][1].kind is Kind.RECIPE

    def counts(self) -> Mapping[str, list[Place]]:
        """What it counts: thing to what each piece says."""
        found: dict[str, list[Place]] = {}
        for place, piece in self.pieces:
            for thing, amount in _amounts(piece).items():
                found.setdefault(thing, []).append((place, amount))
        return found

    def counts_of(self, recipe: _Source) -> Mapping[str, list[Place]]:
        """What it counts of the things that a recipe takes, where it speaks of what that makes."""
        names = [name for _, way in recipe.pieces for name, _ in way.amounts]
        made = recipe.pieces[0][1].title
        found: dict[str, list[Place]] = {}
        for place, piece in self.pieces:
            if mentions(f"{piece.title}\n{piece.text}", made):
                for thing, amount in amounts_of_known(piece.text, names).items():
                    found.setdefault(thing, []).append((place, amount))
        return found


def conflict_of(pieces: Sequence[Piece]) -> Phrase | None:
    """A sentence about the first thing that two sources disagree on; None where they agree.

    Passages of one quest, file or page are one source, and so are the recipes of one item: of
    several ways to make it, each is right.
    """
    for earlier, later in itertools.combinations(_sources(pieces), 2):
        for one, other in _both(earlier, later):
            counts = frozenset[str]().union(*(amount.counts for _, amount in one))
            if all(counts.isdisjoint(amount.counts) for _, amount in other):
                return _told(one[0], other[0])
    return None


def _both(earlier: _Source, later: _Source) -> Iterator[tuple[list[Place], list[Place]]]:
    """What two sources say about the same thing."""
    if earlier.is_recipe and later.is_recipe:
        return
    ours = earlier.counts_of(later) if later.is_recipe else earlier.counts()
    theirs = later.counts_of(earlier) if earlier.is_recipe else later.counts()
    for thing, said in theirs.items():
        if thing in ours:
            yield ours[thing], said


def _amounts(piece: Piece) -> Mapping[str, Amount]:
    if piece.kind is Kind.RECIPE:
        return {name: Amount(frozenset({str(count)}), name) for name, count in piece.amounts}
    return amounts_of(piece.text)


def _sources(pieces: Sequence[Piece]) -> list[_Source]:
    found: dict[tuple[str, ...], _Source] = {}
    for place, piece in enumerate(pieces):
        found.setdefault(_key(piece), _Source([])).pieces.append((place, piece))
    return list(found.values())


def _key(piece: Piece) -> tuple[str, ...]:
    return (piece.item,) if piece.item else (piece.quest, piece.address, piece.source)


def _told(one: Place, other: Place) -> Phrase:
    return phrase(
        "guide.conflict",
        first=one[0] + 1,
        second=other[0] + 1,
        one=one[1].words,
        other=other[1].words,
    )
