"""Card templates: JSON that says how a card is laid out, and nothing about what it does.

A file `cards/<namespace>/<name>.json` holds `nodes`, and in `variants` other nodes for `full`,
`compact`, `notification` or `plain`. `template_reader.py` reads one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards.nodes.node import AnyNodes, Node, nodes_in
from companion.cards.reasons import Reason, reason
from companion.cards.view import Variant

Nodes = AnyNodes


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a file, and where; line and column count from 1.

    Attributes:
        line: 0 where the file as a whole is meant, with column 0.
        fatal: Whether the template cannot be used; else only the field is not.
    """

    file: str
    line: int
    column: int
    reason: str
    fatal: bool = True

    def __str__(self) -> str:
        return self.told

    @property
    def told(self) -> Reason:
        """The place, then the reason."""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return reason("at", place=place, why=self.reason)


@dataclass(frozen=True, slots=True)
class Template:
    """A layout.

    Attributes:
        nodes: Top to bottom.
        variants: Nodes of the variants that have their own.
    """

    nodes: Nodes
    variants: Mapping[Variant, Nodes]

    def nodes_for(self, variant: Variant) -> Nodes:
        """The nodes a variant shows."""
        return self.variants.get(variant, self.nodes)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a file.

    Attributes:
        template: None when there is a fatal fault.
        faults: In the order of the file.
        parts: The nodes that could be read, of the file and of each variant.
        places: Where nodes and their fields begin, see `place`.
    """

    template: Template | None
    faults: tuple[Fault, ...]
    parts: tuple[Nodes, ...] = ()
    places: Mapping[tuple[int, str], tuple[int, int]] = field(default_factory=dict)

    def place(self, node: Node[Any], name: str = "") -> tuple[int, int]:
        """Line and column of a node of `parts`, or of one of its fields."""
        return self.places.get((id(node), name)) or self.places.get((id(node), ""), (1, 1))


def every_node(nodes: Nodes) -> Iterator[Node[Any]]:
    """The nodes and all that are inside them."""
    for node in nodes:
        yield node
        for part in node.parts:
            yield from every_node(nodes_in(node, part))
