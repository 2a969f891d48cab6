"""JSON schemas out of input types, so that what a model is told and what is judged are one thing.

The schema describes; it decides nothing. What runs has always been judged by the type itself, and a
rule in a type's `__post_init__` shows up here only as words in a description (MOD-056).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

NonNegative = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A count or an offset."""

Schema = Mapping[str, Any]


def schema_of(kind: type[msgspec.Struct]) -> Schema:
    """The schema of an input type, complete in itself.

    Raises:
        TypeError: The type accepts unknown fields, contains itself, or holds what JSON cannot.
    """
    (schema,), parts = msgspec.json.schema_components([kind], ref_template="{name}")
    return _object(_resolved(schema, parts, ()), kind)


def _object(schema: dict[str, Any], kind: type[msgspec.Struct]) -> Schema:
    if schema.get("type") != "object":
        raise TypeError(f"{kind.__name__} is no plain object")
    return schema


def _resolved(part: Any, parts: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    """Put definitions where they are referred to, and leave out what says nothing to a model."""
    if isinstance(part, list):
        return [_resolved(entry, parts, inside) for entry in part]
    if not isinstance(part, dict):
        return part
    if name := part.get("$ref"):
        if name in inside:
            raise TypeError(f"{name} contains itself")
        rest = {key: value for key, value in part.items() if key != "$ref"}
        return {**_resolved(parts[name], parts, (*inside, name)), **rest}
    return _described({key: _resolved(value, parts, inside) for key, value in part.items()}, inside)


def _described(part: dict[str, Any], inside: tuple[str, ...]) -> dict[str, Any]:
    if not (isinstance(part.get("properties"), dict) and part.get("type") == "object"):
        return part
    if part.get("additionalProperties") is not False:
        raise TypeError(f"{inside[-1] if inside else 'the type'} accepts unknown fields")
    part.pop("title", None)
    if "description" in part:
        part["description"] = part["description"].partition("\n\n")[0].replace("\n", " ")
    return part
