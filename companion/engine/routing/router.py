"""The parts that need no model, for one who may use everything: command, sure match, candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.engine.answer import Call
from companion.engine.execution.selection import Source
from companion.engine.module import Action
from companion.engine.routing.commands import BadCommand, CommandTree, Owned
from companion.engine.routing.examples import ExampleFile, sentences_of, unknown_actions
from companion.engine.routing.local import LocalMatch, LocalRouter, Measured, Thresholds
from companion.engine.routing.route import routes_of

__all__ = ["Chosen", "Decision", "Router", "Source", "Unsure"]

MEASURED = Measured()


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
        routes = routes_of(actions, files)
        if unknown := unknown_actions(files, (route.action for route in routes)):
            raise ValueError(f"example sentences for unknown actions: {unknown}")
        self.commands = CommandTree(Owned(r.commands, {r.action: r.input}) for r in routes)
        self._local = LocalRouter(routes, sentences_of(files))

    def decide(self, text: str) -> Decision:
        """Find the action that a text asks for."""
        match self.commands.parse(text):
            case Call() as call:
                return Chosen(call, Source.COMMAND)
            case BadCommand() as bad:
                return bad
        found = self.match(text)
        if found.doubt is None and found.action is not None:
            arguments = {key: str(value) for key, value in found.action.arguments.items()}
            call = Call(found.action.action, arguments)
            return Chosen(call, Source.LOCAL, found.scores.similarity)
        return Unsure(found.near, found.scores.similarity)

    def match(self, text: str, thresholds: Thresholds = MEASURED) -> LocalMatch:
        """What local matching makes of a text."""
        return self._local.match(text, thresholds)
