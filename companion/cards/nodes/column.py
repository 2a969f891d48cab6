"""Node `column`: nodes below one another, in a panel of their own or not."""

from __future__ import annotations

from typing import ClassVar

from companion.cards.binding import Context
from companion.cards.nodes.node import AnyNodes, Node, bind_nodes
from companion.cards.view import BoundColumn


class ColumnNode(Node[BoundColumn], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Nodes from top to bottom.

    Attributes:
        nodes: What stands in the column.
        framed: Whether a panel is drawn around them.
    """

    binds = BoundColumn
    parts: ClassVar[tuple[str, ...]] = ("nodes",)

    nodes: AnyNodes
    framed: bool = False

    def bind(self, context: Context) -> BoundColumn | None:
        """Bind what is in it; a column of nothing is left out."""
        children = bind_nodes(self.nodes, context)
        return BoundColumn(children, self.framed) if children else None

    @classmethod
    def plain(cls, bound: BoundColumn) -> tuple[str, ...]:
        """Nothing of its own."""
        del bound
        return ()
