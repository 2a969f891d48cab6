"""Hypothesis strategies: arbitrary valid templates, arbitrary JSON, and hostile texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from hypothesis import strategies as st

from companion.cards.nodes.node import STYLES
from companion.cards.nodes.registry import node_types
from companion.cards.view import Variant

Json = dict[str, Any]

TEXTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ("{title}", "{count|count}", "{nobody}", "%card.help.title%", "{title|upper} §l&a{entry.x}")
    ),
)
NAMES = st.sampled_from(
    ("title", "count", "hint", "quests", "items", "sources", "offers", "rows", "points", "nobody")
)
STYLE = st.sampled_from(sorted(STYLES))


def optional(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """Any of the fields, or none."""
    return st.fixed_dictionaries({}, optional=fields)


def _node(kind: str, *parts: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    common = optional(style=st.one_of(STYLE, st.lists(STYLE, max_size=2)), needs=NAMES)
    return st.tuples(common, *parts).map(
        lambda found: {"type": kind, **{k: v for part in found for k, v in part.items()}}
    )


def _source(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries({"source": NAMES}, optional=fields)


FIELDS = st.sampled_from(("title", "label", "value", "used", "line", "number", "words", "name"))
SIZE = st.integers(1, 20)
COLUMNS = st.integers(1, 12)
SOURCE_PAGES = ("recipe_page_size", "loot_page_size", "tag_page_size", "quest_page_size")

LEAVES: Mapping[str, tuple[st.SearchStrategy[Json], ...]] = {
    "text": (optional(text=TEXTS, lines=NAMES, max_lines=st.integers(0, 5)),),
    "heading": (
        st.fixed_dictionaries(
            {"text": TEXTS}, optional={"badge": TEXTS, "hint": TEXTS, "icon": NAMES}
        ),
    ),
    "image": (
        st.sampled_from(
            (
                {"image": "gift"},
                {"image": "gift", "kind": "mark"},
                {"image": "minecraft:apple", "kind": "item"},
                {"image": "{entry.item}", "kind": "item"},
                {"image": "minecraft:block/dirt", "kind": "texture"},
            )
        ),
        optional(alt=TEXTS, side=st.integers(8, 256)),
    ),
    "divider": (optional(label=TEXTS),),
    "buttons": (optional(only=st.lists(NAMES, max_size=2)),),
    "items": (_source(title=TEXTS, most=st.integers(0, 9), small_most=st.integers(0, 9)),),
    "icons": (_source(title=TEXTS, most=SIZE),),
    "progress": (
        st.fixed_dictionaries({"done": NAMES, "total": NAMES}, optional={"label": TEXTS}),
    ),
    "quest_detail": (
        optional(source=NAMES, max_lines=SIZE, most=SIZE, small_max_lines=SIZE, small_most=SIZE),
    ),
    "offer_cell_content": (optional(source=NAMES, lines=st.integers(0, 4)),),
    "chart": (
        _source(
            label=FIELDS,
            value=FIELDS,
            words=FIELDS,
            title=TEXTS,
            kind=st.sampled_from(("bar", "line")),
            most=SIZE,
        ),
    ),
}
PAGED: Mapping[str, tuple[st.SearchStrategy[Json], ...]] = {
    "grid": (
        _source(
            columns=COLUMNS,
            max_row=COLUMNS,
            small_columns=COLUMNS,
            small_max_row=COLUMNS,
            categories=NAMES,
            empty=TEXTS,
            cell=st.just({"type": "offer_cell_content"}),
        ),
    ),
    "list": (
        _source(
            text=FIELDS,
            detail=FIELDS,
            icon=FIELDS,
            mark=st.sampled_from(("bullet", "number", "none")),
            page_size=SIZE,
            choices=st.booleans(),
            empty=TEXTS,
        ),
    ),
    "table": (
        _source(page_size=SIZE, empty=TEXTS),
        FIELDS.map(lambda one: {"columns": [{"field": one}]}),
    ),
    "quest_list": (
        _source(
            page_size=SIZE,
            numbered=st.booleans(),
            columns=st.integers(0, 4),
            max_row=COLUMNS,
            visible_rows=COLUMNS,
            empty=TEXTS,
        ),
    ),
    "item_sources": (
        optional(source=NAMES, quests=NAMES, truncated=NAMES, **dict.fromkeys(SOURCE_PAGES, SIZE)),
    ),
    "passages": (_source(page_size=SIZE, characters=st.integers(40, 200), empty=TEXTS),),
    "choices": (optional(source=NAMES, detail=FIELDS, page_size=SIZE),),
}


def leaves() -> st.SearchStrategy[Json]:
    """Nodes without nodes inside that turn no pages."""
    return st.one_of([_node(kind, *parts) for kind, parts in LEAVES.items()])


def _around(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    nodes = st.lists(inner, max_size=3)
    holding: Mapping[str, Callable[[], st.SearchStrategy[Json]]] = {
        "row": lambda: st.tuples(nodes, st.booleans()).map(lambda two: _side_by_side(*two)),
        "column": lambda: nodes.map(lambda found: {"nodes": found, "framed": True}),
        "section": lambda: st.fixed_dictionaries(
            {"nodes": nodes, "title": TEXTS, "id": st.sampled_from(("a", "b_2"))},
            optional={"open": st.booleans()},
        ),
        "if": lambda: st.fixed_dictionaries(
            {"value": NAMES, "then": nodes}, optional={"otherwise": nodes, "equals": TEXTS}
        ),
        "each": lambda: st.fixed_dictionaries(
            {"source": NAMES, "nodes": nodes},
            optional={"otherwise": nodes, "entry": st.sampled_from(("entry", "x")), "most": SIZE},
        ),
    }
    return st.one_of([_node(kind, make()) for kind, make in holding.items()])


def _side_by_side(nodes: list[Json], has_weights: bool) -> Json:
    weights = {"weights": [at % 3 for at in range(len(nodes))]} if has_weights else {}
    return {"nodes": nodes, **weights}


@st.composite
def templates(draw: st.DrawFn, turning: str | None = None) -> bytes:
    """An arbitrary template that reading accepts.

    Args:
        draw: Draws.
        turning: The node that turns pages; "" for none, any or none by itself.
    """
    bodies = st.lists(st.recursive(leaves(), _around, max_leaves=6), max_size=4)
    if turning is None:
        turning = draw(st.sampled_from(("", *PAGED)))
    paged = [draw(_node(turning, *PAGED[turning]))] if turning else []
    part: dict[str, Any] = {"nodes": draw(bodies) + paged}
    names = draw(st.lists(st.sampled_from(tuple(Variant)), unique=True, max_size=2))
    variants = {str(name): {"nodes": draw(bodies)} for name in names}
    return json.dumps({**part, "variants": variants} if variants else part).encode()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(("nodes", "type", "variants", "text", "x")), inner)
    ),
    max_leaves=24,
)
"""JSON of any shape, with the keys of templates here and there."""


def covered() -> set[str]:
    """Node types that `templates` makes."""
    return {f"system:{kind}" for kind in (*LEAVES, *PAGED)} | {
        f"system:{kind}" for kind in ("row", "column", "section", "if", "each")
    }


def fields_of_kinds() -> set[tuple[str, str]]:
    """Every field of every node type that the companion itself has."""
    return {
        (kind, field.encode_name)
        for kind in shipped_kinds()
        for field in msgspec.structs.fields(node_types()[kind])
    }


def shipped_kinds() -> set[str]:
    """Node types that the companion itself has."""
    return {kind for kind in node_types() if kind.startswith("system:")}
