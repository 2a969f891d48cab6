"""One index for all engines of a process that have the same sentences: it is costly, and immutable.

A server has one engine; a process that opens worlds one after another builds its index once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.engine.routing.sentences import Sentences
from companion.engine.routing.slots import SLOTS
from companion.language.hearing import Forms, Hearing
from companion.language.lexical import Example, LexicalIndex

MOST_KEPT = 4


def index_of(examples: Iterable[Example], sentences: Sentences) -> LexicalIndex:
    """The index over these examples."""
    rejected = frozenset(sentences.rejected)
    hearing = sentences.hearing
    same = frozenset(hearing.same.items())
    return _shared(frozenset(examples), same, hearing.fillers, hearing.endings, rejected)


@lru_cache(maxsize=MOST_KEPT)
def _shared(
    examples: frozenset[Example],
    same: frozenset[tuple[Forms, Forms]],
    fillers: frozenset[Forms],
    endings: frozenset[Forms],
    rejected: frozenset[str],
) -> LexicalIndex:
    return LexicalIndex(examples, Hearing(dict(same), fillers, endings), SLOTS, rejected)
