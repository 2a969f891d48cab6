"""What a command tree offers a player: completion, help, the list of the input box, its copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.engine.routing.command import CommandSource, Node
from companion.language.phrase import Phrase, phrase
from companion.language.tokens import language_of
from companion.protocol.command_tree import CommandNode
from companion.protocol.responses import Command

MOST_SUGGESTED = 64
"""Suggestions of an argument that travel to a client."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One line of help: `/open <number>` and what it does."""

    line: str
    does: Phrase
    action: str


def may_use(node: Node, source: CommandSource) -> bool:
    """Whether a player may use a node and anything that it leads to."""
    if not node.requires(source):
        return False
    return _ends(node, source) or any(may_use(child, source) for child in node.children)


def names_of(node: Node) -> tuple[str, ...]:
    """A word's names as they are compared."""
    return tuple(name.casefold() for name in node.names)


def completions(nodes: Sequence[Node], line: str, source: CommandSource) -> tuple[str, ...]:
    """Whole lines that begin as this one does, its mark in front, in the order of the nodes."""
    *done, last = line[1:].split(" ")
    for word in done:
        nodes = tuple(_after(word, nodes, source))
    before = " ".join(done)
    start = f"{line[0]}{before} " if before else line[0]
    return tuple(dict.fromkeys(start + word for word in _words(last, nodes, source)))


def listed(nodes: Sequence[Node], locale: str, source: CommandSource) -> tuple[Command, ...]:
    """What the input box completes; Chinese names first where Chinese is read."""
    usable = [node for node in nodes if may_use(node, source)]
    commands = [Command(f"/{node.name}", phrase(_does(node))) for node in usable]
    if locale.startswith("zh"):
        chinese = ((node, _chinese(node)) for node in usable)
        commands = [Command(f"/{name}", phrase(_does(n))) for n, name in chinese if name] + commands
    return tuple(commands)


def usages(nodes: Sequence[Node], locale: str, source: CommandSource) -> tuple[Usage, ...]:
    """Every line that may be typed, with its arguments."""
    return tuple(usage for node in nodes for usage in _usages(node, "/", source, locale))


def synced(nodes: Sequence[Node], source: CommandSource) -> tuple[CommandNode, ...]:
    """The nodes as a client gets them."""
    return tuple(_synced(node, source) for node in nodes if may_use(node, source))


def _ends(node: Node, source: CommandSource) -> bool:
    return bool(node.action) and source.has_action(node.action)


def _after(word: str, nodes: Iterable[Node], source: CommandSource) -> Iterator[Node]:
    """What may follow a finished word."""
    for node in nodes:
        fits = word.casefold() in names_of(node) if node.kind is None else bool(word)
        if fits and may_use(node, source):
            yield from node.children


def _words(start: str, nodes: Iterable[Node], source: CommandSource) -> Iterator[str]:
    """What a word that begins so may be."""
    for node in nodes:
        if may_use(node, source):
            names = node.names if node.kind is None else node.suggests(source)
            yield from (name for name in names if name.casefold().startswith(start.casefold()))


def _usages(node: Node, before: str, source: CommandSource, locale: str) -> Iterator[Usage]:
    if not may_use(node, source):
        return
    name = (locale.startswith("zh") and _chinese(node)) or node.name
    line = f"{before}{name if node.kind is None else f'<{name}>'}"
    if _ends(node, source):
        yield Usage(line, phrase(node.does), node.action)
    for child in node.children:
        yield from _usages(child, f"{line} ", source, locale)


def _synced(node: Node, source: CommandSource) -> CommandNode:
    ends = _ends(node, source)
    return CommandNode(
        node.names,
        node.kind or "",
        ends,
        phrase(node.does) if ends and node.does else None,
        node.suggests(source)[:MOST_SUGGESTED],
        tuple(_synced(child, source) for child in node.children if may_use(child, source)),
    )


def _does(node: Node) -> str:
    return next((one.does for one in node.all_nodes() if one.does), "")


def _chinese(node: Node) -> str:
    return next((name for name in node.names if language_of(name) == "zh"), "")
