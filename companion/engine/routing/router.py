"""Which action a player means: a command, a sure match, or a few candidates (ROUTE-001).

The model's turn comes after these, and only for what they leave open.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.engine.answer import Call
from companion.engine.module import Action
from companion.engine.routing.commands import BadCommand, CommandTree
from companion.engine.routing.examples import (
    REJECTED,
    ExampleFile,
    examples_of,
    hearing_of,
)
from companion.engine.routing.slots import SLOTS
from companion.language.lexical import LexicalIndex, Match
from companion.language.lexical import gap as distance
from companion.language.numbers import ordinal

SIMILARITY = 0.55
GAP = 0.10
COVERAGE = 0.55
CANDIDATE = 0.30
"""How near an action must be to be offered as a candidate."""

class Source(enum.StrEnum):
    """How an action was chosen (ROUTE-004)."""

    STRUCTURED = "structured"
    COMMAND = "command"
    LOCAL = "local"
    LOCAL_FALLBACK = "local_fallback"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The action is clear."""

    call: Call
    source: Source
    similarity: float = 1.0


@dataclass(frozen=True, slots=True)
class Unsure:
    """Nothing is clear enough to run; nearest first.

    Attributes:
        similarity: Of the nearest, for the log.
    """

    nearest: tuple[Call, ...]
    similarity: float


Decision = Chosen | Unsure | BadCommand


class Router:
    """Decides and never runs anything (ROUTE-002). Immutable once built; any thread."""

    def __init__(self, actions: Iterable[Action], files: tuple[ExampleFile, ...]) -> None:
        """Build the tree and the index.

        Raises:
            ValueError: Sentences name an action that nobody has, or commands share a name.
        """
        self._actions = {action.id: action for action in actions}
        self.commands = CommandTree(self._actions.values())
        examples = tuple(examples_of(files))
        if unknown := {e.label for e in examples} - self._actions.keys() - {REJECTED}:
            raise ValueError(f"example sentences for unknown actions: {sorted(unknown)}")
        self._index = LexicalIndex(examples, hearing_of(files), SLOTS, frozenset({REJECTED}))

    def decide(self, text: str) -> Decision:
        """Find the action that a text asks for."""
        match self.commands.parse(text):
            case Call() as call:
                return Chosen(call, Source.COMMAND)
            case BadCommand() as bad:
                return bad
        place = self._place(text)
        if place is not None:
            return Chosen(place, Source.LOCAL)
        ranked = self._index.rank(text)
        if not ranked:
            return Unsure((), 0.0)
        best, gap = ranked[0], distance(ranked)
        sure = best.similarity >= SIMILARITY and gap >= GAP and best.coverage >= COVERAGE
        nearest = self._call(best)
        if sure and nearest is not None:
            return Chosen(nearest, Source.LOCAL, best.similarity)
        return Unsure(self._nearest(ranked), best.similarity)

    def _place(self, text: str) -> Call | None:
        """The call for a text that is nothing but a place in a list: "number two"."""
        if ordinal(text) is None:
            return None
        takers = (a for a in self._actions.values() if a.slots.keys() == {"place"})
        return next((Call(a.id, _arguments(a.slots, {"place": text})) for a in takers), None)

    def _nearest(self, ranked: Iterable[Match]) -> tuple[Call, ...]:
        calls = [self._call(match) for match in ranked if match.similarity >= CANDIDATE]
        return tuple(call for call in calls if call is not None)

    def _call(self, match: Match) -> Call | None:
        """The call of a match; arguments come from the text alone (ROUTE-041)."""
        action = self._actions.get(match.label)
        if action is None or match.slots.keys() != action.slots.keys():
            return None
        return Call(action.id, _arguments(action.slots, match.slots))


def _arguments(slots: Mapping[str, str], words: Mapping[str, str]) -> Mapping[str, str]:
    return {
        argument: str(ordinal(words[slot])) if slot == "place" else words[slot]
        for slot, argument in slots.items()
    }
