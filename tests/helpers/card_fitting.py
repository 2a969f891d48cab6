"""Templates that fit one card: what they name is there, so that what they name is really shown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from hypothesis import strategies as st

from companion.cards.binding import Context, flatten
from companion.cards.library import load_library
from companion.cards.nodes.node import bind_nodes
from companion.cards.template_reader import read_template
from companion.cards.view_state import CardViewState
from companion.cards.vocabulary import fields_of
from companion.support.errors import CardError
from tests.helpers import cards_make as make
from tests.helpers.card_strategies import optional

Json = dict[str, Any]
Strategy = st.SearchStrategy[Json]

WORDS = st.sampled_from(
    ("", "a", "{title}", "{title|upper} §l&a", "%card.help.title%", "漢字 👩‍👧")
)
SMALL = st.integers(1, 4)

EXTRAS: Mapping[str, Mapping[str, st.SearchStrategy[Any]]] = {
    "list": {
        "mark": st.sampled_from(("bullet", "number", "none")),
        "page_size": SMALL,
        "choices": st.booleans(),
        "empty": WORDS,
    },
    "table": {"page_size": SMALL, "empty": WORDS},
    "quest_list": {
        "page_size": SMALL,
        "columns": SMALL,
        "max_row": SMALL,
        "visible_rows": SMALL,
        "numbered": st.booleans(),
        "empty": WORDS,
    },
    "passages": {"page_size": SMALL, "characters": st.integers(40, 200), "empty": WORDS},
    "grid": {
        "columns": SMALL,
        "max_row": SMALL,
        "small_columns": SMALL,
        "small_max_row": SMALL,
        "empty": WORDS,
        "cell": st.just({"type": "offer_cell_content"}),
    },
    "items": {"title": WORDS, "most": SMALL, "small_most": SMALL},
    "icons": {"title": WORDS, "most": SMALL},
    "chart": {"title": WORDS, "kind": st.sampled_from(("bar", "line")), "most": SMALL},
    "item_sources": {
        "recipe_page_size": SMALL,
        "loot_page_size": SMALL,
        "tag_page_size": SMALL,
        "quest_page_size": SMALL,
    },
    "quest_detail": {
        "max_lines": SMALL,
        "most": SMALL,
        "small_max_lines": SMALL,
        "small_most": SMALL,
    },
    "each": {"most": SMALL},
    "text": {"max_lines": SMALL},
    "heading": {"badge": WORDS, "hint": WORDS},
    "progress": {"label": WORDS},
}
"""Fields that are left to chance, by node type."""


def fitting(sample: str) -> st.SearchStrategy[bytes]:
    """Templates of which every node can be filled from a shipped sample, by its name."""
    by_type: dict[str, list[Json]] = {}
    for node in map(json.loads, fitting_nodes(sample)):
        by_type.setdefault(node["type"], []).append(node)
    nodes = [st.sampled_from(same).flatmap(_chosen) for same in by_type.values()]
    return st.lists(st.one_of(nodes), min_size=1, max_size=4).map(_template)


@cache
def fitting_nodes(sample: str) -> tuple[str, ...]:
    """The plainest nodes over what a sample holds that show something, each as JSON."""
    card = make.sample(sample).build_card()
    context = flatten(card, CardViewState(), load_library("en_us").translations)
    fields = {name: sorted(fields_of(held) or ()) for name, held in card.lists.items()}
    return tuple(json.dumps(node) for node in _tried(fields, context) if _shows(node, context))


def _tried(fields: Mapping[str, list[str]], context: Context) -> list[Json]:
    """Every node type over every list and number, most of which do not fit."""
    numbers = [name for name, value in context.values.items() if isinstance(value, int | float)]
    found: list[Json] = [{"type": kind} for kind in ("choices", "buttons", "divider")]
    found += [{"type": "heading", "text": "{title}"}, {"type": "image", "image": "gift"}]
    found += [{"type": "progress", "done": one, "total": two} for one in numbers for two in numbers]
    for source, names in fields.items():
        found += [{"type": kind, "source": source} for kind in _SOURCED]
        found += [{"type": "text", "lines": source}]
        for name in names:
            found += _over(source, name)
            found += [
                {"type": "chart", "source": source, "label": name, "value": value, "words": name}
                for value in names
            ]
    return found


_SOURCED = (
    "items",
    "icons",
    "list",
    "grid",
    "quest_list",
    "quest_detail",
    "item_sources",
    "passages",
)


def _over(source: str, field: str) -> list[Json]:
    """Nodes that show one field of the entries of a list."""
    inside = {"type": "text", "text": f"{{entry.number}} {{entry.{field}}}"}
    return [
        {"type": "list", "source": source, "text": field},
        {"type": "table", "source": source, "columns": [{"field": field}]},
        {"type": "each", "source": source, "nodes": [inside]},
    ]


def _shows(node: Json, context: Context) -> bool:
    template = read_template(_template([node]), "fitting.json").template
    if template is None:
        return False
    try:
        return bool(bind_nodes(template.nodes, context))
    except CardError:
        return False


def _chosen(node: Json) -> Strategy:
    """The node with fields of chance; inside others, now and then."""
    extras = optional(**EXTRAS.get(node["type"], {}))
    whole = extras.map(lambda found: {**node, **found})
    return st.tuples(whole, st.sampled_from(("", "row", "column", "if"))).map(lambda two: _in(*two))


def _in(node: Json, around: str) -> Json:
    if around == "if":
        return {"type": "if", "value": "page", "then": [node]}
    return {"type": around, "nodes": [node]} if around else node


def _template(nodes: list[Json]) -> bytes:
    """A part turns pages once at most, so further ones that do are left out."""
    kept: list[Json] = []
    for node in nodes:
        more = json.dumps({"nodes": [*kept, node]}).encode()
        if read_template(more, "fitting.json").template is not None:
            kept.append(node)
    return json.dumps({"nodes": kept or nodes[:1]}).encode()
