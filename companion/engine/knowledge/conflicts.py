"""Sources that say different things about one number: shown side by side, never averaged.

Only what can be told from the words alone: two sources that give one thing different amounts in
sentences about the same, or a text that counts otherwise what a recipe takes. Which of them is
right is for the reader. Quests of one book are about a thing each and are not held against each
other: 53 of 1,800 titles of real packs found quests that count something differently, and of the 38
that were looked at none was a contradiction.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.knowledge.amounts import Amount, amounts_of_known, mentions
from companion.engine.knowledge.claims import Claim, claims_of
from companion.engine.knowledge.piece import Kind, Piece
from companion.language.phrase import Phrase, phrase


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

    @property
    def is_quest(self) -> bool:
        return self.pieces[0][1].kind is Kind.QUEST

    def counts(self) -> Mapping[str, list[Claim]]:
        """What it counts: thing to what each piece says."""
        found: dict[str, list[Claim]] = {}
        for place, piece in self.pieces:
            for thing, claim in _claims(piece, place):
                found.setdefault(thing, []).append(claim)
        return found

    def counts_of(self, recipe: _Source) -> Mapping[str, list[Claim]]:
        """What it counts of the things that a recipe takes, where it speaks of what that makes."""
        names = [name for _, way in recipe.pieces for name, _ in way.amounts]
        made = recipe.pieces[0][1].title
        found: dict[str, list[Claim]] = {}
        for place, piece in self.pieces:
            if mentions(f"{piece.title}\n{piece.text}", made):
                for thing, amount in amounts_of_known(piece.text, names).items():
                    found.setdefault(thing, []).append(Claim(place, amount))
        return found


def conflict_of(pieces: Sequence[Piece]) -> Phrase | None:
    """A sentence about the first thing that two sources disagree on; None where they agree.

    Passages of one quest, file or page are one source, and so are the recipes of one item: of
    several ways to make it, each is right.
    """
    for earlier, later in itertools.combinations(_sources(pieces), 2):
        for pairs in _both(earlier, later):
            if all(one.amount.counts.isdisjoint(other.amount.counts) for one, other in pairs):
                return _told(*pairs[0])
    return None


def _both(earlier: _Source, later: _Source) -> Iterator[list[tuple[Claim, Claim]]]:
    """What two sources say about the same, thing by thing: each claim of one with each other."""
    if (earlier.is_recipe and later.is_recipe) or (earlier.is_quest and later.is_quest):
        return
    with_recipe = earlier.is_recipe or later.is_recipe
    ours = earlier.counts_of(later) if later.is_recipe else earlier.counts()
    theirs = later.counts_of(earlier) if earlier.is_recipe else later.counts()
    for thing, said in theirs.items():
        pairs = list(itertools.product(ours.get(thing, ()), said))
        pairs.sort(key=lambda two: not two[0].is_about_the_same_as(two[1]))
        if pairs and (with_recipe or pairs[0][0].is_about_the_same_as(pairs[0][1])):
            yield pairs


def _claims(piece: Piece, place: int) -> Iterator[tuple[str, Claim]]:
    if piece.kind is not Kind.RECIPE:
        yield from claims_of(piece.text, place)
    for name, count in piece.amounts:
        yield name, Claim(place, Amount(frozenset({str(count)}), name))


def _sources(pieces: Sequence[Piece]) -> list[_Source]:
    """Pieces by who says it; what may be about something else says nothing here."""
    found: dict[tuple[str, ...], _Source] = {}
    for place, piece in enumerate(pieces):
        if piece.is_near:
            continue
        found.setdefault(_key(piece), _Source([])).pieces.append((place, piece))
    return list(found.values())


def _key(piece: Piece) -> tuple[str, ...]:
    return (piece.item,) if piece.item else (piece.quest, piece.address, piece.source)


def _told(one: Claim, other: Claim) -> Phrase:
    return phrase(
        "guide.conflict",
        first=one.place + 1,
        second=other.place + 1,
        one=one.amount.words,
        other=other.amount.words,
    )
