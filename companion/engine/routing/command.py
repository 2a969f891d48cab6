"""How a command is declared: names, typed arguments, who may use it, what is suggested.

One declaration serves parsing, completion, help and the tree that clients get. A command without
arguments, or with one, needs one line (`AgentCommand.literal`, `argument`, `identifier`, `number`);
anything else is a tree of `Node`s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from companion.engine.routing.argument_types import ArgumentType

Reads = Callable[[str], Mapping[str, str] | None]
"""Arguments out of an argument's text; None when it is wrong. Runs no business (ROUTE-026)."""


@dataclass(frozen=True, slots=True)
class CommandSource:
    """Who types.

    Attributes:
        player: None on the console and where no player is asked about.
        has_action: Whether an action is enabled for the player.
        is_operator: Whether administration commands are for them.
    """

    player: UUID | None = None
    has_action: Callable[[str], bool] = lambda _: True
    is_operator: bool = False


ANYBODY = CommandSource()

Requires = Callable[[CommandSource], bool]
Suggests = Callable[[CommandSource], tuple[str, ...]]


def anybody(_: CommandSource) -> bool:
    """What everybody may use."""
    return True


def operators(source: CommandSource) -> bool:
    """What only operators may use."""
    return source.is_operator


def nothing(_: CommandSource) -> tuple[str, ...]:
    """No suggestions."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A word of a command, or an argument.

    Attributes:
        names: Name and aliases of a word; the one name of an argument.
        kind: Type of an argument; None for a word.
        children: What may follow, words before arguments.
        action: What a line that ends here means; "" when it cannot end here.
        fixed: Arguments that ending here adds.
        reads: Turns the argument's text into arguments; its name and text by default.
        requires: Who may use it and what follows.
        suggests: What an argument's text may be.
        does: Key of the help text of a line that ends here.
    """

    names: tuple[str, ...]
    kind: ArgumentType | None = None
    children: tuple[Node, ...] = ()
    action: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    reads: Reads | None = None
    requires: Requires = anybody
    suggests: Suggests = nothing
    does: str = ""

    @property
    def name(self) -> str:
        """The first name."""
        return self.names[0]

    def all_nodes(self) -> Iterator[Node]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.all_nodes()


@dataclass(frozen=True, slots=True, eq=False)
class AgentCommand:
    """A command as its feature declares it.

    Attributes:
        node: Its tree; the first node is a word.
    """

    node: Node

    @classmethod
    def literal(cls, action: str, does: str, *names: str) -> AgentCommand:
        """A command without arguments."""
        return cls(Node(names, action=action, does=does))

    @classmethod
    def argument(
        cls, action: str, does: str, place: str, *names: str, reads: Reads | None = None
    ) -> AgentCommand:
        """A command with the rest of its line as `<required>` or `[optional]` argument."""
        return cls(_with_argument(action, does, place, names, ArgumentType.TEXT, reads))

    @classmethod
    def identifier(
        cls, action: str, does: str, place: str, *names: str, reads: Reads | None = None
    ) -> AgentCommand:
        """A command with an identifier such as `minecraft:stone`."""
        return cls(_with_argument(action, does, place, names, ArgumentType.IDENTIFIER, reads))

    @classmethod
    def number(
        cls, action: str, does: str, place: str, *names: str, reads: Reads | None = None
    ) -> AgentCommand:
        """A command with a number or a place such as `2`, `last`, `第二个`."""
        return cls(_with_argument(action, does, place, names, ArgumentType.NUMBER, reads))


def _with_argument(
    action: str,
    does: str,
    place: str,
    names: tuple[str, ...],
    kind: ArgumentType,
    reads: Reads | None,
) -> Node:
    if len(place) < 3 or (place[0], place[-1]) not in (("<", ">"), ("[", "]")):
        raise ValueError(f"{place!r} is neither <required> nor [optional]")
    argument = Node((place[1:-1],), kind, action=action, reads=reads, does=does)
    may_end = action if place[0] == "[" else ""
    return Node(names, children=(argument,), action=may_end, does=does)
