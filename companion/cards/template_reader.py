"""Reading templates: every fault of a file is listed, with its place and the nearest valid name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from companion.cards.binding import broken, check_text
from companion.cards.explained import explained
from companion.cards.located import Located, LocatedError, line_and_column, read_located
from companion.cards.nearest import near_name, nearest
from companion.cards.nodes.node import Node, check_style
from companion.cards.nodes.registry import node_type
from companion.cards.reasons import reason
from companion.cards.template import Fault, Nodes, Reading, Template
from companion.cards.view import Variant
from companion.support.errors import CardError

MAX_TEMPLATE_BYTES = 256 * 1024
MOST_NODES = 2_000
MOST_DEPTH = 16
"""Nodes inside nodes."""


def decode_template(data: bytes, file: str) -> Template:
    """Read a template.

    Args:
        data: Content of the file.
        file: Its name, for the fault.

    Raises:
        CardError: It is no JSON, has an unknown node, field, style or filter, or pages twice; the
            detail names file, line and column.
    """
    reading = read_template(data, file)
    if reading.template is None:
        raise broken(next(fault for fault in reading.faults if fault.fatal).told)
    return reading.template


def read_template(data: bytes, file: str) -> Reading:
    """Read a template and list all that is wrong with it; never raises."""
    if len(data) > MAX_TEMPLATE_BYTES:
        why = reason("too_large", bytes=len(data), most=MAX_TEMPLATE_BYTES)
        return Reading(None, (Fault(file, 1, 1, why),))
    try:
        text = data.decode("utf-8-sig")
        root = read_located(text)
    except UnicodeDecodeError as error:
        place = line_and_column(data[: error.start].decode(errors="replace"), error.start)
        return Reading(None, (Fault(file, *place, reason("not_utf8")),))
    except LocatedError as error:
        return Reading(None, (Fault(file, *line_and_column(text, error.offset), error.reason),))
    return _Reader(text, file).read(root)


class _Reader:
    """Reads one file, gathering faults as it goes."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._faults: list[Fault] = []
        self._places: dict[tuple[int, str], tuple[int, int]] = {}
        self._count = 0

    def read(self, root: Located) -> Reading:
        nodes = self._part(root, reason("a_template"), ("nodes", "variants"))
        variants: dict[Variant, Nodes] = {}
        for name, (place, part) in self._members(root, "variants"):
            if name in tuple(Variant):
                variants[Variant(name)] = self._part(
                    part, reason("a_variant", name=name), ("nodes",)
                )
            else:
                self._fault(
                    place,
                    reason("unknown_variant", name=repr(name), near=nearest(name, tuple(Variant))),
                )
        faults = tuple(sorted(self._faults, key=lambda fault: (fault.line, fault.column)))
        fatal = any(fault.fatal for fault in faults)
        template = None if fatal else Template(nodes, variants)
        return Reading(template, faults, (nodes, *variants.values()), self._places)

    def _members(self, holder: Located, name: str) -> Iterator[tuple[str, tuple[int, Located]]]:
        members = holder.members or {}
        if name not in members:
            return
        place, held = members[name]
        if held.members is None:
            self._fault(place, reason("no_object", what=repr(name)))
        else:
            yield from held.members.items()

    def _part(self, holder: Located, what: str, known: tuple[str, ...]) -> Nodes:
        if holder.members is None:
            self._fault(holder.offset, reason("no_object", what=what))
            return ()
        for name, (place, _) in holder.members.items():
            if name not in known:
                self._fault(
                    place, reason("unknown_key", name=repr(name), near=nearest(name, known))
                )
        if "nodes" not in holder.members:
            self._fault(holder.offset, reason("no_nodes", what=what))
            return ()
        nodes = self._nodes(holder.members["nodes"][1], 1)
        turning = [node for node in nodes if node.turning()]
        if sum(node.turning() for node in turning) > 1:
            line, column = self._places[id(turning[-1]), ""]
            self._faults.append(Fault(self._file, line, column, reason("two_turn_pages")))
        return nodes

    def _nodes(self, held: Located, depth: int) -> Nodes:
        if held.items is None:
            self._fault(held.offset, reason("list_of_nodes"))
            return ()
        found = (self._node(item, depth) for item in held.items)
        return tuple(node for node in found if node is not None)

    def _node(self, held: Located, depth: int) -> Node[Any] | None:
        self._count += 1
        if self._count > MOST_NODES or depth > MOST_DEPTH:
            self._fault(held.offset, reason("too_many_nodes", most=MOST_NODES, depth=MOST_DEPTH))
            return None
        kind = self._kind(held)
        return self._filled(kind, held, depth) if kind else None

    def _kind(self, held: Located) -> type[Node[Any]] | None:
        if held.members is None:
            self._fault(held.offset, reason("node_no_object"))
            return None
        place, named = held.members.get("type", (held.offset, held))
        if not isinstance(named.value, str):
            near = next((n for n in held.members if near_name(n, ("type",))), "")
            is_other = near not in ("", "type")
            why = reason("needs_type_not", name=repr(near)) if is_other else reason("needs_type")
            self._fault(held.members[near][0] if near else place, why)
            return None
        try:
            return node_type(named.value)
        except CardError as error:
            self._fault(named.offset, error.detail)
            return None

    def _filled(self, kind: type[Node[Any]], held: Located, depth: int) -> Node[Any] | None:
        """Build a node from what of it can be used, so that what is inside is checked as well."""
        own = len(self._faults)
        values = self._values(kind, held)
        own_faults = len(self._faults) - own
        for name in kind.parts:
            if held.members and name in held.members:
                values[name] = self._held(held.members[name][1], depth)
        lacking = [f.name for f in fields_of(kind).values() if f.required and f.name not in values]
        if lacking:
            if not own_faults:
                named = ", ".join(map(repr, lacking))
                self._fault(held.offset, reason("needs", node=_name(kind, held), names=named))
            return None
        return self._checked(kind(**values), held, is_sound=not own_faults)

    def _checked(self, node: Node[Any], held: Located, *, is_sound: bool) -> Node[Any]:
        self._places[id(node), ""] = line_and_column(self._text, held.offset)
        for name, (_, value) in held.members.items() if held.members else ():
            self._places[id(node), name] = line_and_column(self._text, value.offset)
        if is_sound:
            try:
                node.check()
            except CardError as error:
                self._fault(held.offset, error.detail)
        return node

    def _values(self, kind: type[Node[Any]], held: Located) -> dict[str, Any]:
        fields = fields_of(kind)
        values: dict[str, Any] = {}
        for name, (place, value) in (held.members or {}).items():
            if name not in fields:
                near = nearest(name, fields)
                self._fault(
                    place, reason("no_field", node=_name(kind, held), name=repr(name), near=near)
                )
            elif name not in kind.parts:
                self._value(fields[name], value, kind, values)
        return values

    def _held(self, value: Located, depth: int) -> object:
        if value.members is not None:
            return self._node(value, depth + 1)
        return self._nodes(value, depth + 1)

    def _value(
        self,
        one: msgspec.structs.FieldInfo,
        held: Located,
        kind: type[Node[Any]],
        values: dict[str, Any],
    ) -> None:
        try:
            values[one.name] = value = msgspec.convert(held.value, one.type)
            if one.name == "style":
                check_style(value)
            elif isinstance(value, str):
                check_text(value)
        except msgspec.ValidationError as error:
            tolerant = one.name in kind.tolerant
            offset, why = explained(error, held, one.type)
            told = reason("in_field", name=repr(one.encode_name), why=why)
            self._fault(offset, told, fatal=not tolerant)
        except CardError as error:
            self._fault(held.offset, error.detail)

    def _fault(self, offset: int, why: str, *, fatal: bool = True) -> None:
        line, column = line_and_column(self._text, offset)
        self._faults.append(Fault(self._file, line, column, why, fatal))


@cache
def fields_of(kind: type[Node[Any]]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The fields of a node type by the name they have in a file."""
    return {one.encode_name: one for one in msgspec.structs.fields(kind)}


def _name(kind: type[Node[Any]], held: Located) -> str:
    named = (held.members or {}).get("type")
    return str(named[1].value) if named else kind.__name__
