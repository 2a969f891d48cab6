"""Sources that say different things about one number: shown side by side, never averaged.

Only what can be told from the words alone: two sources that give one thing different amounts. Which
of them is right is for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from companion.engine.knowledge.piece import Piece
from companion.engine.knowledge.terms import form_of
from companion.language.phrase import Phrase, phrase

_AMOUNT = re.compile(
    r"(?<![a-zA-Z0-9.])(\d{1,9}(?:\.\d{1,4})?)\s?[x×]?\s?"
    r"((?:[a-z]{3,24}(?: [a-z]{3,24})?)|(?:[个块片颗点秒格桶]?[\u4e00-\u9fff]{2,4}))",
    re.IGNORECASE,
)
_NO_THING = frozenset({"and", "the", "for", "with", "from", "more", "times", "each", "per", "you"})


def conflict_of(pieces: Sequence[Piece]) -> Phrase | None:
    """A sentence about the first thing that two sources disagree on; None where they agree.

    Passages of one quest, file or page are one source.
    """
    amounts = [_amounts(piece.text) for piece in pieces]
    for second, later in enumerate(amounts):
        for first in range(second):
            if _source(pieces[first]) == _source(pieces[second]):
                continue
            for thing, (amount, words) in later.items():
                known = amounts[first].get(thing)
                if known is not None and known[0].isdisjoint(amount):
                    return phrase(
                        "guide.conflict",
                        first=first + 1,
                        second=second + 1,
                        one=_told(known),
                        other=_told((amount, words)),
                    )
    return None


def _amounts(text: str) -> Mapping[str, tuple[frozenset[str], str]]:
    """What a text counts: the thing's form to its amounts, and how it is called."""
    found: dict[str, tuple[frozenset[str], str]] = {}
    for match in _AMOUNT.finditer(text):
        thing = match[2].casefold()
        if thing.split()[0] in _NO_THING:
            continue
        form = " ".join(map(form_of, thing.split()))
        before = found.get(form, (frozenset[str](), match[2]))
        found[form] = (before[0] | {match[1]}, before[1])
    return found


def _told(counted: tuple[frozenset[str], str]) -> str:
    amounts, thing = counted
    return f"{'/'.join(sorted(amounts))} {thing}"


def _source(piece: Piece) -> tuple[str, str, str]:
    return piece.quest, piece.address, piece.source
