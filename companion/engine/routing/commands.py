"""Explicit commands: `/quests`, `/open 2`, `/任务`; one tree for parsing, help and completion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from companion.engine.answer import Call
from companion.engine.routing.argument_types import ArgumentType, take
from companion.engine.routing.command import ANYBODY, AgentCommand, CommandSource, Node
from companion.engine.routing.command_views import (
    Usage,
    completions,
    listed,
    may_use,
    names_of,
    synced,
    usages,
)
from companion.language.similarity import likeness
from companion.language.tokens import language_of
from companion.protocol.command_tree import CommandNode
from companion.protocol.limits import COMMAND_MARKS
from companion.protocol.responses import Command

MARKS = COMMAND_MARKS
ROOT = "system"
"""In front of any command where others share the line, as in a game's chat."""
NEAREST = 0.5


@dataclass(frozen=True, slots=True)
class BadCommand:
    """A command that cannot run; the model is never asked about it (ROUTE-031, ROUTE-032).

    Attributes:
        name: The command that was meant, with its slash; `/system` for one of operators, empty when
            nothing is near.
        known: Whether the command exists and only its argument is wrong.
    """

    name: str
    known: bool


@dataclass(frozen=True, slots=True)
class Owned:
    """Commands and what they may lead to.

    Attributes:
        inputs: Action to the type of its arguments; a command of a feature has the feature's.
    """

    commands: tuple[AgentCommand, ...]
    inputs: Mapping[str, type[msgspec.Struct]] = field(default_factory=dict)


class CommandTree:
    """Names and aliases to actions; immutable once built, any thread.

    Attributes:
        hidden: Names of features' commands that a command of the platform has taken (ROUTE-034).
    """

    def __init__(self, features: Iterable[Owned], platform: Iterable[Owned] = ()) -> None:
        """Build the tree.

        Raises:
            ValueError: Two commands share a name (ROUTE-029), or one leads to an action that is
                not its feature's (ROUTE-027).
            TypeError: An argument is of a type that clients do not know.
        """
        self._nodes: dict[str, Node] = {}
        self.hidden: tuple[str, ...] = ()
        for owned in platform:
            self._add(owned, frozenset())
        taken = frozenset(self._nodes)
        for owned in features:
            self._add(owned, taken)

    def parse(self, text: str, source: CommandSource = ANYBODY) -> Call | BadCommand | None:
        """Read a command; None for text that is none. English names ignore case."""
        stripped = text.strip()
        if not stripped.startswith(COMMAND_MARKS):
            return None
        line = stripped[1:].strip()
        name, rest = _first_word(line)
        own = self._read(line, source)
        if name.casefold() == ROOT and not isinstance(own, Call):
            nearest = self._nearest(rest, source) or f"/{ROOT}"
            return self.forward(rest, source) or own or BadCommand(nearest, False)
        return own or BadCommand(self._nearest(name, source), False)

    def forward(self, line: str, source: CommandSource = ANYBODY) -> Call | BadCommand | None:
        """Read a line that needs no slash, as after `/system` in a game's chat (ROUTE-037).

        Returns:
            None when it does not begin with a command: it is words, then.
        """
        return self._read(line.strip(), source)

    def complete(self, line: str, source: CommandSource = ANYBODY) -> tuple[str, ...]:
        """Whole lines that begin as this one does, in the order of the declarations."""
        return completions(self._in_order, line, source) if line.startswith(MARKS) else ()

    def listed(self, locale: str, source: CommandSource = ANYBODY) -> tuple[Command, ...]:
        """What the input box completes; Chinese names first where Chinese is read."""
        return listed(self._in_order, locale, source)

    def help(self, locale: str, source: CommandSource = ANYBODY) -> tuple[Usage, ...]:
        """Every line that may be typed, with its arguments."""
        return usages(self._in_order, locale, source)

    def synced(self, source: CommandSource = ANYBODY) -> tuple[CommandNode, ...]:
        """The tree as a client gets it; again whenever what the player may use changes."""
        return synced(self._in_order, source)

    @property
    def _in_order(self) -> tuple[Node, ...]:
        return tuple(dict.fromkeys(self._nodes.values()))

    def _add(self, owned: Owned, taken: frozenset[str]) -> None:
        for command in owned.commands:
            check(command.node, owned.inputs)
            for name in dict.fromkeys(n.casefold() for n in command.node.names):
                if name in taken:
                    self.hidden = (*self.hidden, name)
                elif name in self._nodes:
                    raise ValueError(f"two commands are named {name}")
                else:
                    self._nodes[name] = command.node

    def _read(self, line: str, source: CommandSource) -> Call | BadCommand | None:
        name, rest = _first_word(line)
        node = self._nodes.get(name.casefold())
        if node is None or not may_use(node, source):
            return None
        return _read_node(node, rest.strip(), {}, source) or BadCommand(f"/{node.name}", True)

    def _nearest(self, name: str, source: CommandSource) -> str:
        """The command that was meant, in the script it was typed in; "" when none is near."""
        language = language_of(name)
        names = [known for known, node in self._nodes.items() if may_use(node, source)]
        near = [
            (likeness(name, known, language), known)
            for known in names
            if language_of(known) == language
        ]
        score, known = max(near, default=(0.0, ""))
        return f"/{known}" if score >= NEAREST else ""


def check(node: Node, inputs: Mapping[str, type[msgspec.Struct]]) -> None:
    """Look for what is wrong with a command.

    Raises:
        ValueError: It leads to an action that is not among `inputs`, or gives it an argument that
            it does not have.
        TypeError: An argument is of a type that clients do not know.
    """
    for one in node.all_nodes():
        if one.kind is not None and not isinstance(one.kind, ArgumentType):
            raise TypeError(f"/{node.name}: clients do not know {one.kind!r}")
        if not one.action:
            continue
        if one.action not in inputs:
            raise ValueError(f"/{node.name} leads to {one.action}, which is not its own")
        fields = {f.encode_name for f in msgspec.structs.fields(inputs[one.action])}
        given = {*one.fixed, *((one.name,) if one.kind and one.reads is None else ())}
        if unknown := sorted(given - fields):
            raise ValueError(f"/{node.name}: {one.action} takes no {unknown[0]}")


def _first_word(line: str) -> tuple[str, str]:
    """The word a line begins with and what follows; any kind of space parts them."""
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    return word, rest


def _read_node(
    node: Node, rest: str, arguments: Mapping[str, str], source: CommandSource
) -> Call | None:
    if not rest:
        ends = node.action and source.has_action(node.action)
        return Call(node.action, {**arguments, **node.fixed}) if ends else None
    for child in node.children:
        found = _read_child(child, rest, source) if child.requires(source) else None
        if found is not None:
            after, given = found
            if call := _read_node(child, after, {**arguments, **given}, source):
                return call
    return None


def _read_child(
    child: Node, rest: str, source: CommandSource
) -> tuple[str, Mapping[str, str]] | None:
    """What follows a child, and the arguments it adds; None when the text is not this child's."""
    if child.kind is None:
        word, after = _first_word(rest)
        return (after.strip(), {}) if word.casefold() in names_of(child) else None
    taken = take(child.kind, rest)
    if taken is None:
        return None
    value, after = taken
    given = {child.name: value} if child.reads is None else child.reads(value)
    return None if given is None else (after.strip(), given)
