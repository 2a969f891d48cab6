"""Hypothesis strategies: arbitrary valid templates, arbitrary JSON, and hostile texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

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

LEAVES: Mapping[str, tuple[st.SearchStrategy[Json], ...]] = {
    "text": (optional(text=TEXTS, lines=NAMES, max_lines=st.integers(0, 5)),),
    "heading": (st.fixed_dictionaries({"text": TEXTS}, optional={"badge": TEXTS, "icon": NAMES}),),
    "image": (st.just({"image": "gift"}), optional(alt=TEXTS, side=st.integers(8, 256))),
    "divider": (optional(label=TEXTS),),
    "buttons": (optional(only=st.lists(NAMES, max_size=2)),),
    "items": (_source(title=TEXTS, most=st.integers(0, 9)),),
    "icons": (_source(title=TEXTS, most=SIZE),),
    "progress": (
        st.fixed_dictionaries({"done": NAMES, "total": NAMES}, optional={"label": TEXTS}),
    ),
    "quest_detail": (optional(source=NAMES),),
    "offer_cell_content": (optional(source=NAMES),),
    "chart": (_source(label=FIELDS, value=FIELDS, words=FIELDS, title=TEXTS),),
}
PAGED: Mapping[str, tuple[st.SearchStrategy[Json], ...]] = {
    "grid": (_source(columns=st.integers(1, 12), max_row=st.integers(1, 12), categories=NAMES),),
    "list": (_source(text=FIELDS, detail=FIELDS, page_size=SIZE, choices=st.booleans()),),
    "table": (_source(page_size=SIZE), FIELDS.map(lambda one: {"columns": [{"field": one}]})),
    "quest_list": (_source(page_size=SIZE, numbered=st.booleans()),),
    "item_sources": (optional(source=NAMES, quests=NAMES, recipe_page_size=SIZE),),
    "passages": (_source(page_size=SIZE),),
    "choices": (optional(page_size=SIZE),),
}


def leaves() -> st.SearchStrategy[Json]:
    """Nodes without nodes inside that turn no pages."""
    return st.one_of([_node(kind, *parts) for kind, parts in LEAVES.items()])


def _around(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    nodes = st.lists(inner, max_size=3)
    holding: Mapping[str, Callable[[], st.SearchStrategy[Json]]] = {
        "row": lambda: nodes.map(lambda found: {"nodes": found}),
        "column": lambda: nodes.map(lambda found: {"nodes": found, "framed": True}),
        "section": lambda: st.tuples(nodes, TEXTS, st.sampled_from(("a", "b_2"))).map(
            lambda found: {"nodes": found[0], "title": found[1], "id": found[2]}
        ),
        "if": lambda: st.tuples(NAMES, nodes, nodes).map(
            lambda found: {"value": found[0], "then": found[1], "otherwise": found[2]}
        ),
        "each": lambda: st.tuples(NAMES, nodes).map(
            lambda found: {"source": found[0], "nodes": found[1]}
        ),
    }
    return st.one_of([_node(kind, make()) for kind, make in holding.items()])


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


def shipped_kinds() -> set[str]:
    """Node types that the companion itself has."""
    return {kind for kind in node_types() if kind.startswith("system:")}
