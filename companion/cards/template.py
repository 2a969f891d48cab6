"""Card templates: JSON that says how a card is laid out, and nothing about what it does.

A file `cards/<namespace>/<name>.json` holds `nodes`, and in `variants` other nodes for `full`,
`compact`, `notification` or `plain`. Reading is strict: see `decode_template`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.cards.binding import broken
from companion.cards.nodes.node import Node
from companion.cards.nodes.registry import node_type
from companion.cards.view import Variant
from companion.support.errors import CardError

MAX_TEMPLATE_BYTES = 256 * 1024

Nodes = tuple[Node[Any], ...]


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


class _VariantFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nodes: tuple[msgspec.Raw, ...]


class _TemplateFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nodes: tuple[msgspec.Raw, ...]
    variants: dict[Variant, _VariantFile] = {}


class _TypeOnly(msgspec.Struct, frozen=True):
    type: str


def decode_template(data: bytes, file: str) -> Template:
    """Read a template.

    Args:
        data: Content of the file.
        file: Its name, for the fault.

    Raises:
        CardError: It is no JSON, has an unknown node, field, style or filter, or pages twice; the
            detail names file and line.
    """
    if len(data) > MAX_TEMPLATE_BYTES:
        raise broken(f"{file}:1: {len(data)} bytes, at most {MAX_TEMPLATE_BYTES}")
    try:
        outline = msgspec.json.decode(data, type=_TemplateFile)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise broken(f"{file}:{_line_of_error(data, error)}: {error}") from error
    reader = _Reader(data, file)
    nodes = reader.nodes(outline.nodes)
    variants = {name: reader.nodes(part.nodes) for name, part in outline.variants.items()}
    return Template(nodes, variants)


class _Reader:
    """Reads the nodes of one file in their order, and so knows the line of each."""

    def __init__(self, data: bytes, file: str) -> None:
        self._data = data
        self._file = file
        self._offset = 0

    def nodes(self, raws: tuple[msgspec.Raw, ...]) -> Nodes:
        nodes = tuple(self._node(bytes(raw)) for raw in raws)
        if sum("page_size" in node.__struct_fields__ for node in nodes) > 1:
            raise broken(f"{self._file}:{self._line()}: more than one node with pages")
        return nodes

    def _node(self, raw: bytes) -> Node[Any]:
        self._offset = max(self._data.find(raw, self._offset), 0)
        try:
            kind = node_type(msgspec.json.decode(raw, type=_TypeOnly).type)
            node = msgspec.json.decode(raw, type=kind)
            node.check()
        except (msgspec.DecodeError, RecursionError, UnicodeError, CardError) as error:
            reason = error.detail if isinstance(error, CardError) else error
            raise broken(f"{self._file}:{self._line()}: {reason}") from error
        self._offset += len(raw)
        return node

    def _line(self) -> int:
        return self._data.count(b"\n", 0, self._offset) + 1


def _line_of_error(data: bytes, error: Exception) -> int:
    found = re.search(r"\(byte (\d+)\)", str(error))
    return data.count(b"\n", 0, int(found[1]) if found else 0) + 1
