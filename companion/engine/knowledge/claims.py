"""What texts claim about amounts, and whether two such sentences speak of the same thing.

"They have 5 hearts" is said of many creatures. Two sentences are only held against each other where
what stands around the numbers is alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.knowledge.amounts import Amount, amounts_of, forms_of
from companion.engine.knowledge.question import asked_about
from companion.engine.knowledge.terms import form_of
from companion.language.pinyin import is_chinese

ALIKE = 0.5
"""Share of the shorter sentence's other words that the longer one has as well."""

_END = re.compile(r"[!?;。！？；\n]+|\.(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says of one thing.

    Attributes:
        place: Of the piece, from 0.
        around: Forms of what else the sentence speaks of.
    """

    place: int
    amount: Amount
    around: frozenset[str] = frozenset()

    def is_about_the_same_as(self, other: Claim) -> bool:
        """Whether both sentences speak of the same."""
        shorter = min(len(self.around), len(other.around))
        shared = len(self.around & other.around)
        return shared > 0 and shared >= ALIKE * shorter


def claims_of(text: str, place: int) -> Iterator[tuple[str, Claim]]:
    """What a text counts in digits, sentence by sentence: the thing's form, and the claim."""
    for sentence in _END.split(text):
        for thing, amount in amounts_of(sentence).items():
            yield thing, Claim(place, amount, _around(sentence, amount))


def _around(sentence: str, amount: Amount) -> frozenset[str]:
    thing = set(forms_of(amount.thing))
    said = asked_about(sentence.replace(amount.thing, "，" if is_chinese(sentence) else " "))
    words = {form_of(part) for part in said if part.isalnum() and not part[0].isdecimal()}
    return frozenset(words - thing)
