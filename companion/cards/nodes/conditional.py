"""Node `if`: one of two parts, by a value of the card; no expressions."""

from __future__ import annotations

from typing import ClassVar

from companion.cards.binding import Context, fill_plain
from companion.cards.nodes.node import AnyNodes, Node, bind_nodes, nodes_in
from companion.cards.view import BoundNode


class IfNode(Node[None], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A choice of the template.

    Attributes:
        value: Name of a value or list of the card.
        equals: Text that the value must have; without it, any value that is not empty, false or 0.
        then: Shown when it holds.
        otherwise: Shown when it does not.
    """

    parts: ClassVar[tuple[str, ...]] = ("then", "otherwise")
    names: ClassVar[tuple[str, ...]] = ("needs", "value")

    value: str
    then: AnyNodes
    equals: str | None = None
    otherwise: AnyNodes = ()

    def turning(self) -> int:
        """Only one of its parts is ever seen."""
        return max(sum(n.turning() for n in nodes_in(self, part)) for part in self.parts)

    def bind_all(self, context: Context) -> tuple[BoundNode, ...]:
        """The nodes of the part that is shown."""
        return bind_nodes(self.then if self._holds(context) else self.otherwise, context)

    def _holds(self, context: Context) -> bool:
        if self.equals is None:
            return context.has(self.value)
        known = self.value in context.values
        return known and fill_plain(f"{{{self.value}}}", context) == self.equals
