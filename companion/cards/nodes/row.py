"""Node `row`: nodes side by side."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken
from companion.cards.nodes.node import AnyNodes, Node, bind_nodes
from companion.cards.reasons import reason
from companion.cards.view import BoundSideBySide

Weight = Annotated[int, msgspec.Meta(ge=0, le=12)]


class RowNode(Node[BoundSideBySide], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Nodes from left to right.

    Attributes:
        nodes: What stands in the row.
        weights: Shares of the width, one a node; 0 takes what its node needs. Without them all
            share alike.
    """

    binds = BoundSideBySide
    parts: ClassVar[tuple[str, ...]] = ("nodes",)

    nodes: AnyNodes
    weights: tuple[Weight, ...] = ()

    def check(self) -> None:
        """Refuse weights that do not belong to the nodes."""
        super().check()
        if self.weights and len(self.weights) != len(self.nodes):
            raise broken(reason("weights", count=len(self.weights), nodes=len(self.nodes)))

    def bind(self, context: Context) -> BoundSideBySide | None:
        """Bind what is in it; a row of nothing is left out."""
        weights = self.weights or (1,) * len(self.nodes)
        bound = [
            (child, weight)
            for node, weight in zip(self.nodes, weights, strict=True)
            for child in bind_nodes((node,), context)
        ]
        if not bound:
            return None
        return BoundSideBySide(tuple(c for c, _ in bound), tuple(w for _, w in bound))

    @classmethod
    def plain(cls, bound: BoundSideBySide) -> tuple[str, ...]:
        """Nothing of its own."""
        del bound
        return ()
