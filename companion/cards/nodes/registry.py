"""Every node type by its id: one line each.

A package outside adds its own through an entry point that names a function::

    [project.entry-points."companion.card_nodes"]
    example = "companion_example.cards:nodes"

It is called with `register`, and with `example:note` and a subclass of `Node` adds a type. The
widget goes the same way through `companion.card_widgets`, see `ui/cards/registry.py`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from companion.cards.binding import broken
from companion.cards.nearest import nearest
from companion.cards.nodes.buttons import ButtonsNode
from companion.cards.nodes.chart import ChartNode
from companion.cards.nodes.choices import ChoicesNode
from companion.cards.nodes.column import ColumnNode
from companion.cards.nodes.conditional import IfNode
from companion.cards.nodes.divider import DividerNode
from companion.cards.nodes.each import EachNode
from companion.cards.nodes.grid import GridNode
from companion.cards.nodes.heading import HeadingNode
from companion.cards.nodes.icons import IconsNode
from companion.cards.nodes.image import ImageNode
from companion.cards.nodes.item_sources import ItemSourcesNode
from companion.cards.nodes.items import ItemsNode
from companion.cards.nodes.list import ListNode
from companion.cards.nodes.node import Node
from companion.cards.nodes.offer import OfferNode
from companion.cards.nodes.passages import PassagesNode
from companion.cards.nodes.progress import ProgressNode
from companion.cards.nodes.quest_detail import QuestDetailNode
from companion.cards.nodes.quest_list import QuestListNode
from companion.cards.nodes.row import RowNode
from companion.cards.nodes.section import SectionNode
from companion.cards.nodes.table import TableNode
from companion.cards.nodes.text import TextNode
from companion.cards.reasons import reason

logger = logging.getLogger(__name__)

NodeType = type[Node[Any]]

ENTRY_POINTS = "companion.card_nodes"

_NODE_TYPES: dict[str, NodeType] = {
    "system:text": TextNode,
    "system:heading": HeadingNode,
    "system:image": ImageNode,
    "system:divider": DividerNode,
    "system:row": RowNode,
    "system:column": ColumnNode,
    "system:section": SectionNode,
    "system:buttons": ButtonsNode,
    "system:items": ItemsNode,
    "system:icons": IconsNode,
    "system:grid": GridNode,
    "system:list": ListNode,
    "system:table": TableNode,
    "system:progress": ProgressNode,
    "system:quest_list": QuestListNode,
    "system:quest_detail": QuestDetailNode,
    "system:offer_cell_content": OfferNode,
    "system:item_sources": ItemSourcesNode,
    "system:passages": PassagesNode,
    "system:chart": ChartNode,
    "system:choices": ChoicesNode,
    "system:if": IfNode,
    "system:each": EachNode,
}


def register(identifier: str, node_type: NodeType) -> None:
    """Add a node type, whose `bind` gives one of the bound nodes of `cards.view`.

    Raises:
        ValueError: The id is bare, taken, or in the namespace `system`.
    """
    if ":" not in identifier or identifier.startswith("system:") or identifier in _NODE_TYPES:
        raise ValueError(f"{identifier!r} cannot be registered as a node type")
    _NODE_TYPES[identifier] = node_type


def node_types() -> Mapping[str, NodeType]:
    """Every node type by its full id, those of other packages included."""
    _load_installed()
    return _NODE_TYPES


def node_type(name: str) -> NodeType:
    """Find a node type; a bare name means `system:`.

    Raises:
        CardError: Nobody registered it.
    """
    known = node_types()
    identifier = name if ":" in name else f"system:{name}"
    if identifier not in known:
        bare = [one.removeprefix("system:") for one in known]
        raise broken(reason("unknown_node", name=repr(name), near=nearest(name, bare)))
    return known[identifier]


def type_of(bound: object) -> NodeType | None:
    """The node type that a bound node came from; None for what nobody registered."""
    return next((kind for kind in node_types().values() if kind.binds is type(bound)), None)


def load_extensions(points: Iterable[EntryPoint]) -> tuple[str, ...]:
    """Let other packages register their node types; one that fails costs its own.

    Returns:
        Names of those that failed.
    """
    failed: list[str] = []
    for point in sorted(points, key=lambda one: one.name):
        try:
            point.load()(register)
        except Exception:
            logger.exception("card nodes of %s are not used", point.value)
            failed.append(point.name)
    return tuple(failed)


@cache
def _load_installed() -> None:
    load_extensions(entry_points(group=ENTRY_POINTS))
