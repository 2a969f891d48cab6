"""Completion of commands: the client's own table merged with the server's tree. Pure and quick.

A result names the revision it was made for; one that was made for another is stale and dropped
(CLIENT-017). Suggestions of arguments are those of the tree, which comes anew whenever they change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from companion.client.contributions.cache import BoundCommand
from companion.client.contributions.contribution import LocalCommand
from companion.client.contributions.permission import is_allowed
from companion.client.state import ClientState
from companion.language.phrase import Phrase
from companion.protocol.command_tree import CommandNode
from companion.protocol.limits import COMMAND_MARKS

MOST = 12
"""Lines that a list beneath the box shows."""
MOST_SUGGESTED = 2_000
"""Suggestions of one argument that are looked at; a bound for a server that sends millions."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One way to go on.

    Attributes:
        line: The whole text of the box when it is taken.
        word: What would stand at the cursor's place.
        does: What the command does; None for words between.
    """

    line: str
    word: str
    does: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Completions:
    """Suggestions, and the revision of the commands they were made for."""

    revision: int
    suggestions: tuple[Suggestion, ...] = ()

    def is_stale(self, state: ClientState) -> bool:
        """Whether the commands changed since."""
        return self.revision != state.commands


def complete(text: str, local: Iterable[BoundCommand], state: ClientState) -> Completions:
    """Ways to go on with what stands in the box; none unless it begins as a command.

    Args:
        text: Everything before the cursor.
        local: COMMAND.
        state: The moment: tree, permissions and revision are taken from it.
    """
    if not text.startswith(COMMAND_MARKS):
        return Completions(state.commands)
    *before, last = text[1:].split(" ")
    commands = [bound.command for bound in local if is_allowed(bound, state.engine)]
    nodes = _walked(_tree(state), [word for word in before if word])
    found = (*_local(commands, before, last), *_of_server(nodes, last))
    start = text[: len(text) - len(last)]
    meaning = dict(reversed(found))
    words = list(dict.fromkeys(word for word, _ in found))[:MOST]
    suggestions = (Suggestion(start + word, word, meaning[word]) for word in words)
    return Completions(state.commands, tuple(suggestions))


def local_command(
    text: str, local: Iterable[BoundCommand], state: ClientState
) -> LocalCommand | None:
    """The client's own command that a line is, if it is one and may be used now."""
    if not text.startswith(COMMAND_MARKS):
        return None
    words = tuple(text[1:].casefold().split())
    return next(
        (
            bound.command
            for bound in local
            if bound.command.words == words and is_allowed(bound, state.engine)
        ),
        None,
    )


Found = tuple[str, Phrase | None]


def _local(commands: Iterable[LocalCommand], before: Sequence[str], last: str) -> list[Found]:
    words, place = tuple(word.casefold() for word in before if word), len([w for w in before if w])
    return [
        (command.words[place], command.does if len(command.words) == place + 1 else None)
        for command in commands
        if len(command.words) > place
        and command.words[:place] == words
        and _begins(command.words[place], last)
    ]


def _tree(state: ClientState) -> tuple[CommandNode, ...]:
    if state.engine is None or state.engine.tree is msgspec.UNSET:
        return ()
    return state.engine.tree


def _walked(nodes: Sequence[CommandNode], words: Sequence[str]) -> tuple[CommandNode, ...]:
    """What may follow some words; one word of a text argument may be followed by more of it."""
    here = tuple(nodes)
    for word in words:
        taken = next((node for node in here if not node.kind and _is(node, word)), None)
        if taken is None:
            taken = next((node for node in here if node.kind), None)
        if taken is None:
            return ()
        here = (taken,) if taken.kind == "text" else taken.children
    return here


def _of_server(nodes: Iterable[CommandNode], last: str) -> list[Found]:
    found: list[Found] = []
    for node in nodes:
        if node.kind:
            found += [(w, node.does) for w in node.suggests[:MOST_SUGGESTED] if _begins(w, last)]
        else:
            name = next((name for name in node.names if _begins(name, last)), None)
            found += [(name, node.does if node.ends else None)] if name else []
    return found


def _is(node: CommandNode, word: str) -> bool:
    return any(name.casefold() == word.casefold() for name in node.names)


def _begins(word: str, typed: str) -> bool:
    return word.casefold().startswith(typed.casefold())
