"""Every node type by its id: one line each. An extension calls `register` before templates load."""

from __future__ import annotations

from typing import Any

from companion.cards.binding import broken
from companion.cards.nodes.buttons import ButtonsNode
from companion.cards.nodes.choices import ChoicesNode
from companion.cards.nodes.heading import HeadingNode
from companion.cards.nodes.items import ItemsNode
from companion.cards.nodes.node import Node
from companion.cards.nodes.quest_list import QuestListNode
from companion.cards.nodes.text import TextNode

NodeType = type[Node[Any]]

_NODE_TYPES: dict[str, NodeType] = {
    "system:text": TextNode,
    "system:heading": HeadingNode,
    "system:buttons": ButtonsNode,
    "system:items": ItemsNode,
    "system:quest_list": QuestListNode,
    "system:choices": ChoicesNode,
}


def register(identifier: str, node_type: NodeType) -> None:
    """Add a node type, whose `bind` gives one of the bound nodes of `cards.view`.

    Raises:
        ValueError: The id is bare, taken, or in the namespace `system`.
    """
    if ":" not in identifier or identifier.startswith("system:") or identifier in _NODE_TYPES:
        raise ValueError(f"{identifier!r} cannot be registered as a node type")
    _NODE_TYPES[identifier] = node_type


def node_type(name: str) -> NodeType:
    """Find a node type; a bare name means `system:`.

    Raises:
        CardError: Nobody registered it.
    """
    identifier = name if ":" in name else f"system:{name}"
    if identifier not in _NODE_TYPES:
        raise broken(f"unknown node type {name!r}; there are {', '.join(_NODE_TYPES)}")
    return _NODE_TYPES[identifier]
