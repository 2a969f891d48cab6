"""JSON Schemas generated from the types: of a template, and of a card as it travels."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.cards.nodes.node import Node
from companion.cards.nodes.registry import node_types
from companion.cards.view import Variant
from companion.protocol.cards.catalog import CardData

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def template_schema() -> dict[str, Any]:
    """The schema of a template file; extensions' nodes are in it as well."""
    kinds = node_types()
    components = {identifier: _node_schema(identifier, kind) for identifier, kind in kinds.items()}
    definitions: dict[str, Any] = {}
    for _, inner in components.values():
        definitions.update(inner)
    definitions.update({identifier: own for identifier, (own, _) in components.items()})
    definitions["node"] = {"oneOf": [{"$ref": _ref(identifier)} for identifier in kinds]}
    nodes = {"type": "array", "items": {"$ref": _ref("node")}}
    part = {
        "type": "object",
        "properties": {"nodes": nodes},
        "required": ["nodes"],
        "additionalProperties": False,
    }
    return {
        "$schema": DIALECT,
        "title": "Card template",
        "type": "object",
        "properties": {
            "nodes": nodes,
            "variants": {
                "type": "object",
                "properties": {str(variant): part for variant in Variant},
                "additionalProperties": False,
            },
        },
        "required": ["nodes"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def card_schema() -> dict[str, Any]:
    """The schema of a card as it travels."""
    return {"$schema": DIALECT, **msgspec.json.schema(CardData)}


def _node_schema(identifier: str, kind: type[Node[Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A node type's own schema, and those of records in it."""
    own, found = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    name = own[0]["$ref"].rpartition("/")[2]
    schema: dict[str, Any] = _with_nodes(found.pop(name))
    inner = {key: value for key, value in found.items() if not key.startswith("Node_")}
    names = [identifier, identifier.removeprefix("system:")]
    schema["properties"]["type"] = {"enum": list(dict.fromkeys(names))}
    return schema, inner


def _with_nodes(schema: Any) -> Any:
    """Let every reference to a node mean any node type."""
    match schema:
        case {"$ref": str(ref)} if "/Node_" in ref:
            return {"$ref": _ref("node")}
        case dict():
            return {key: _with_nodes(value) for key, value in schema.items()}
        case list():
            return [_with_nodes(value) for value in schema]
        case _:
            return schema


def _ref(name: str) -> str:
    return f"#/$defs/{name}"
