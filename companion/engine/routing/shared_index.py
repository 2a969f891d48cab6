"""One index for all engines of a process that have the same sentences: it is costly, and immutable.

A server has one engine; a process that opens worlds one after another builds its index once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.engine.routing.kept_weights import kept_weights
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
    around = (hearing.fillers, hearing.endings, hearing.characters)
    return _shared(frozenset(examples), same, around, rejected)


@lru_cache(maxsize=MOST_KEPT)
def _shared(
    examples: frozenset[Example],
    same: frozenset[tuple[Forms, Forms]],
    around: tuple[frozenset[Forms], frozenset[Forms], frozenset[str]],
    rejected: frozenset[str],
) -> LexicalIndex:
    return LexicalIndex(examples, Hearing(dict(same), *around), SLOTS, rejected, kept_weights)
