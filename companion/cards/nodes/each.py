"""Node `each`: the same nodes for every entry of a list."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken
from companion.cards.nodes.entries import within
from companion.cards.nodes.node import AnyNodes, Node, bind_nodes
from companion.cards.reasons import reason
from companion.cards.view import BoundNode

MOST_ENTRIES = 64
"""Entries of one `each`; longer lists belong into nodes that turn pages."""


class EachNode(Node[None], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Nodes over a list.

    Attributes:
        source: Name of a list.
        entry: Name of one entry: its fields are `{entry.field}`, its place `{entry.number}`.
        nodes: What is shown for each.
        most: Most entries shown.
        otherwise: Shown when the list is empty.
    """

    parts: ClassVar[tuple[str, ...]] = ("nodes", "otherwise")
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    nodes: AnyNodes
    entry: Annotated[str, msgspec.Meta(pattern=r"^[a-z_]{1,32}$(?!\n)")] = "entry"
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_ENTRIES)] = MOST_ENTRIES
    otherwise: AnyNodes = ()

    def check(self) -> None:
        """Refuse a list with pages inside: there would be one for each entry."""
        super().check()
        if self.turning():
            raise broken(reason("turns_in_each"))

    def bind_all(self, context: Context) -> tuple[BoundNode, ...]:
        """The nodes of every entry, one after another."""
        entries = context.list_of(self.source)[: self.most]
        if not entries:
            return bind_nodes(self.otherwise, context)
        return tuple(
            bound
            for number, entry in enumerate(entries, 1)
            for bound in bind_nodes(self.nodes, within(context, self.entry, entry, number))
        )
