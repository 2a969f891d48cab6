"""What msgspec refuses, in words and at its place, with the nearest name that would do."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from companion.cards.located import Located, LocatedError, line_and_column, read_located
from companion.cards.nearest import nearest
from companion.cards.reasons import Reason, reason
from companion.cards.template import Fault

_AT = re.compile(r" - at `(?P<path>(?:key in )?\$[^`]*)`$")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_UNKNOWN = re.compile(r"unknown field `([^`]+)`")
_VALUE = re.compile(r"Invalid (?:enum )?value '?(.*?)'?$")


def explained(error: msgspec.ValidationError, held: Located, kind: Any) -> tuple[int, str]:
    """Say where a value is wrong and why.

    Args:
        error: What reading it as `kind` raised.
        held: The value with its places.
        kind: The type that was expected.

    Returns:
        Character it is at, and the reason.
    """
    told = str(error).replace(r"(?!\\n)", "")
    at = _AT.search(told)
    why = told[: at.start()] if at else told
    last = ""
    for name, index in _STEP.findall(at["path"]) if at else ():
        kind, held = _inside(kind, held, name, index)
        last = name or last
    if found := _UNKNOWN.search(why):
        place = (held.members or {}).get(found[1], (held.offset, held))[0]
        return place, _unknown(found[1], _fields(kind, held))
    if found := _VALUE.match(why):
        near = nearest(found[1], _words(kind))
        return held.offset, _within(last, reason("cannot_be", name=repr(found[1]), near=near))
    return held.offset, _within(last, _refused(why))


_GOT = re.compile(r"Expected `([^`]+)`, got `([^`]+)`$")
_LACKS = re.compile(r"Object missing required field `([^`]+)`$")


def _refused(why: str) -> str:
    if found := _GOT.match(why):
        return reason("expected", wanted=found[1], got=found[2])
    if found := _LACKS.match(why):
        return reason("field_missing", name=found[1])
    if why.startswith("Expected "):
        return reason("expected_only", wanted=why.removeprefix("Expected "))
    return why[0].lower() + why[1:]


def _within(name: str, why: str) -> str:
    return reason("in_field", name=repr(name), why=why) if name else why


def _unknown(name: str, known: Iterable[str]) -> Reason:
    return reason("not_here", name=repr(name), near=nearest(name, known))


def fault_in(data: bytes, file: str, error: Exception, kind: Any) -> Fault:
    """Say what is wrong in a file that could not be read as `kind`.

    Args:
        data: Content of the file.
        file: Its name, for the fault.
        error: What reading it raised.
        kind: The type that was expected.
    """
    try:
        text = data.decode("utf-8-sig")
        root = read_located(text)
    except UnicodeDecodeError as broken:
        place = line_and_column(data[: broken.start].decode(errors="replace"), broken.start)
        return Fault(file, *place, reason("not_utf8"))
    except LocatedError as broken:
        return Fault(file, *line_and_column(text, broken.offset), broken.reason)
    if not isinstance(error, msgspec.ValidationError):
        return Fault(file, 1, 1, str(error))
    offset, why = explained(error, root, kind)
    return Fault(file, *line_and_column(text, offset), why)


def _inside(kind: Any, held: Located, name: str, index: str) -> tuple[Any, Located]:
    """A step of the path, in the type and in the value."""
    if index == "...":
        return _values_of(kind), _odd_one(held)
    if index:
        items = held.items or ()
        return _entries_of(kind), items[int(index)] if int(index) < len(items) else held
    if name == "type" and len(_structs(kind)) > 1:
        inner: Any = Literal[tuple(str(_tag(one)) for one in _structs(kind))]
    else:
        inner = _fields(kind, held).get(name)
    return inner, (held.members or {}).get(name, (0, held))[1]


def _odd_one(held: Located) -> Located:
    """The first value of a table that is no text."""
    values = (value for _, value in (held.members or {}).values())
    return next((value for value in values if not isinstance(value.value, str)), held)


def _fields(kind: Any, held: Located) -> dict[str, Any]:
    """The fields that an object may have, by their name in a file."""
    structs = _structs(kind)
    tag = (held.members or {}).get("type")
    if tag and len(structs) > 1:
        structs = [one for one in structs if _tag(one) == tag[1].value]
    return {f.encode_name: f.type for one in structs[:1] for f in msgspec.structs.fields(one)}


def _structs(kind: Any) -> list[type[msgspec.Struct]]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [kind]
    if get_origin(kind) in (Union, UnionType, Annotated):
        return [one for inner in get_args(kind) for one in _structs(inner)]
    return []


def _tag(kind: type[msgspec.Struct]) -> object:
    return kind.__struct_config__.tag


def _entries_of(kind: Any) -> Any:
    return next((found for inner in _unwrapped(kind) for found in get_args(inner)[:1]), None)


def _values_of(kind: Any) -> Any:
    return next((found for inner in _unwrapped(kind) for found in get_args(inner)[1:]), None)


def _unwrapped(kind: Any) -> Iterable[Any]:
    """The type itself, without what is said about it."""
    if get_origin(kind) in (Union, UnionType, Annotated):
        for inner in get_args(kind):
            yield from _unwrapped(inner)
    elif get_args(kind):
        yield kind


def _words(kind: Any) -> tuple[str, ...]:
    """The words of a type that takes only some."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    return tuple(word for inner in get_args(kind) for word in _words(inner))
