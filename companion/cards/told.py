"""A bound card as lines of text and as sentences: every node tells itself, then what is in it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cards.nodes.registry import type_of
from companion.cards.view import BoundGrid, BoundNode, children_of


def plain_lines(nodes: tuple[BoundNode, ...]) -> tuple[str, ...]:
    """The nodes as lines of text, top to bottom."""
    return tuple(line for node in nodes for line in _told(node, aloud=False))


def spoken_lines(nodes: tuple[BoundNode, ...]) -> tuple[str, ...]:
    """The nodes as a voice reads them, top to bottom."""
    return tuple(line for node in nodes for line in _told(node, aloud=True))


def _told(node: BoundNode, *, aloud: bool) -> Iterator[str]:
    kind = type_of(node)
    if kind is not None:
        yield from kind.spoken(node) if aloud else kind.plain(node)
    if not isinstance(node, BoundGrid):
        for child in children_of(node):
            yield from _told(child, aloud=aloud)
