"""What may be written at a place of a template: keys, node types, names of the card, texts.

It goes by the types of the nodes (`cards/nodes/`), so a new node is completed without a line here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import msgspec

from companion.cards.authoring.cursor import Cursor, Holder, cursor_at
from companion.cards.binding import FILTERS
from companion.cards.nodes.node import STYLES, Node
from companion.cards.nodes.registry import node_types
from companion.cards.template_reader import fields_of
from companion.cards.view import Variant
from companion.cards.vocabulary import Vocabulary

_OPEN_PLACE = re.compile(r"\{([a-z_]*)(?:(\.)([a-z_]*))?(?:(\|)([a-z_]*))?$")
_OPEN_KEY = re.compile(r"%([a-z0-9_.]*)$")
_ENTRIES = ("text", "detail", "icon", "label", "value", "words", "field")
"""Fields that name a field of a list's entries."""

NodeType = type[Node[Any]]


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be written.

    Attributes:
        begun: What of it stands there already, before the cursor.
        words: Everything that may be there, sorted.
        quoted: Whether the quotation marks are still to be written.
        is_key: Whether a key is written: a colon follows.
    """

    begun: str = ""
    words: tuple[str, ...] = ()
    quoted: bool = False
    is_key: bool = False

    @property
    def fitting(self) -> tuple[str, ...]:
        """Words that go on with what was begun."""
        return tuple(one for one in self.words if one.startswith(self.begun) and one != self.begun)


@dataclass(frozen=True, slots=True)
class Names:
    """Names that are not in the types.

    Attributes:
        known: Of the card; None where nobody knows it.
        texts: Keys of translations.
        marks: Names of pictures that are ours.
    """

    known: Vocabulary | None = None
    texts: Iterable[str] = ()
    marks: Iterable[str] = ()


def offer_at(text: str, offset: int, names: Names) -> Offer:
    """Say what may be written at a cursor.

    Args:
        text: The template as it is now, broken or not.
        offset: Where the cursor is, in characters.
        names: Names of the card and the texts.
    """
    cursor = cursor_at(text, offset)
    if cursor.string is None:
        return _outside(cursor, names)
    if cursor.is_key:
        return _offer(cursor.string, _keys(cursor))
    return _in_text(cursor.string, cursor, names) or _offer(cursor.string, _values(cursor, names))


def _outside(cursor: Cursor, names: Names) -> Offer:
    if cursor.is_key:
        return Offer(cursor.bare, _sorted(_keys(cursor)), quoted=True, is_key=True)
    if not cursor.holders:
        return Offer()
    kind = _type_of_field(cursor)
    if kind is bool:
        return _offer(cursor.bare, ("true", "false"))
    return Offer(cursor.bare, _sorted(_values(cursor, names)), quoted=True)


def _keys(cursor: Cursor) -> Iterable[str]:
    holder = cursor.holders[-1]
    return _every_key(cursor, holder) - (holder.members.keys() - {cursor.string})


def _every_key(cursor: Cursor, holder: Holder) -> frozenset[str]:
    if len(cursor.holders) == 1:
        return frozenset({"nodes", "variants"})
    keys = [one.key for one in cursor.holders if one.is_object]
    if keys[0] == "variants":
        if len(cursor.holders) == 2:
            return frozenset(map(str, Variant))
        if len(cursor.holders) == 3:
            return frozenset({"nodes"})
    if len(keys) > 1 and keys[-2] == "columns":
        return frozenset(one.encode_name for one in _record_fields(cursor))
    kind = _kind(holder)
    fields = fields_of(kind) if kind else {"type": None, "style": None, "needs": None}
    return frozenset(fields)


def _record_fields(cursor: Cursor) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a record in a node, such as a column of a table."""
    around = next(cursor.around("columns"), None)
    kind = _kind(around) if around else None
    found = fields_of(kind).get("columns") if kind else None
    record = _struct_in(found.type) if found else None
    return msgspec.structs.fields(record) if record else ()


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next((found for inner in get_args(kind) if (found := _struct_in(inner))), None)


def _values(cursor: Cursor, names: Names) -> Iterable[str]:
    """What a value in quotation marks may be."""
    holder = next((one for one in reversed(cursor.holders) if one.is_object), None)
    if holder is None:
        return ()
    match holder.key:
        case "type":
            return (name.removeprefix("system:") for name in node_types())
        case "style":
            return STYLES
    return (*_choices(_type_of_field(cursor)), *_named(holder, cursor, names))


def _named(holder: Holder, cursor: Cursor, names: Names) -> Iterable[str]:
    known, kind = names.known, _kind(holder)
    if known is None:
        return ()
    if kind is not None and holder.key in kind.sources:
        return known.lists.keys() | _scope(cursor, known).keys()
    if kind is not None and holder.key in kind.names:
        return known.names
    if holder.key == "only":
        return known.buttons
    if holder.key == "image":
        return names.marks
    return _fields_named(holder, cursor, known)


def _fields_named(holder: Holder, cursor: Cursor, known: Vocabulary) -> Iterable[str]:
    """Fields of the entries of the list that the node is about."""
    if holder.key not in _ENTRIES:
        return ()
    around = holder if "source" in holder.members else next(cursor.around("columns"), holder)
    return known.lists.get(around.members.get("source", "")) or ()


def _in_text(string: str, cursor: Cursor, names: Names) -> Offer | None:
    """A place in braces or a text between per cent signs, where one is begun."""
    if found := _OPEN_PLACE.search(string):
        return _place(found, cursor, names.known)
    if string.count("%") % 2 and (found := _OPEN_KEY.search(string)):
        return _offer(found[1], names.texts)
    return None


def _place(found: re.Match[str], cursor: Cursor, known: Vocabulary | None) -> Offer:
    if found[4]:
        return _offer(found[5], FILTERS)
    scope = _scope(cursor, known)
    if found[2]:
        return _offer(found[3], (*(scope.get(found[1]) or ()), "number"))
    return _offer(found[1], {*(known.names if known else ()), *scope})


def _scope(cursor: Cursor, known: Vocabulary | None) -> Mapping[str, frozenset[str] | None]:
    """Names of entries around the cursor, with the fields they have."""
    found: dict[str, frozenset[str] | None] = {}
    for holder in cursor.holders:
        if holder.members.get("type", "").removeprefix("system:") == "each":
            source = holder.members.get("source", "")
            found[holder.members.get("entry", "entry")] = known.lists.get(source) if known else None
    return found


def _type_of_field(cursor: Cursor) -> Any:
    holder = next((one for one in reversed(cursor.holders) if one.is_object), None)
    if holder is None:
        return None
    kind = _kind(holder)
    if kind is not None and holder.key in fields_of(kind):
        return fields_of(kind)[holder.key].type
    return next((f.type for f in _record_fields(cursor) if f.encode_name == holder.key), None)


def _choices(kind: Any) -> tuple[str, ...]:
    """The words of a field that takes only some."""
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    return ()


def _kind(holder: Holder) -> NodeType | None:
    name = holder.members.get("type", "")
    return node_types().get(name if ":" in name else f"system:{name}")


def _offer(begun: str, words: Iterable[str]) -> Offer:
    return Offer(begun, _sorted(words))


def _sorted(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(words)))
