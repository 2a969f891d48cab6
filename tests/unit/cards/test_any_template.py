"""Whatever a template or a file holds: no crash, no raw data, a usable card."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.cards.checking import check_template
from companion.cards.library import CardLibrary, load_library
from companion.cards.located import read_located
from companion.cards.nodes.registry import node_types
from companion.cards.samples import samples
from companion.cards.template_reader import decode_template, read_template
from companion.cards.view import CardView, Variant, walk
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.protocol.cards.catalog import CardData
from tests.helpers import card_fitting as fitting
from tests.helpers import card_strategies as any_card
from tests.helpers import cards_make as make

LIBRARY = load_library("en_us")
RAW = re.compile(r"\b[A-Z]\w+\(\w+=|\\u[0-9a-f]{4}|<[\w.]+ object at ")
CRASH = re.compile(r"\w*(Error|Exception): ")
"""What the reason of a fallback begins with where the code failed, not the template."""
QUICK = settings(
    deadline=None,
    max_examples=80,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
    derandomize=True,
)

SAMPLES = tuple(sample.name for sample in samples("en_us"))

views = st.builds(
    CardViewState,
    page=st.integers(0, 9),
    category=st.sampled_from(("", "loot", "nothing")),
    toggled=st.frozensets(st.sampled_from(("a", "b_2"))),
    collapsed=st.booleans(),
)


def shown(data: CardData, template: bytes, view: CardViewState, variant: Variant) -> CardView:
    own = {data.build_card().template: decode_template(template, "own.json")}
    library = CardLibrary(own, LIBRARY.translations, LIBRARY.phrases)
    return build_view(CardSource(make.REF, data, view), library, variant)


@QUICK
@given(
    any_card.templates(),
    st.sampled_from(make.every_card()),
    views,
    st.sampled_from(tuple(Variant)),
)
def test_any_valid_template_gives_a_card_without_raw_data(
    template: bytes, data: CardData, view: CardViewState, variant: Variant
) -> None:
    card = shown(data, template, view, variant)

    assert card.title
    assert not CRASH.match(card.fault)
    assert "{near}" not in card.fault
    assert not [line for line in (*card.plain, *card.spoken) if RAW.search(line)]


@QUICK
@given(st.data(), st.sampled_from(SAMPLES), views, st.sampled_from(tuple(Variant)))
def test_any_template_that_fits_its_card_shows_it_without_a_fallback(
    data: st.DataObject, sample: str, view: CardViewState, variant: Variant
) -> None:
    template = data.draw(fitting.fitting(sample))

    card = shown(make.sample(sample), template, view, variant)

    assert card.fault == ""
    assert not [line for line in (*card.plain, *card.spoken) if RAW.search(line)]


@pytest.mark.behaviour("CARD-070")
def test_templates_that_fit_show_every_kind_of_node() -> None:
    bound: set[type] = set()
    for sample in SAMPLES:
        for node in fitting.fitting_nodes(sample):
            template = f'{{"nodes": [{node}]}}'.encode()
            card = shown(make.sample(sample), template, CardViewState(), Variant.FULL)
            bound.update(type(one) for one in walk(card.nodes))
    around = {"row", "column", "section", "offer_cell_content"}
    wanted = {
        kind.binds
        for name, kind in node_types().items()
        if name.startswith("system:") and kind.binds and name[7:] not in around
    }
    assert wanted <= bound


@QUICK
@given(any_card.JSON)
def test_any_json_is_read_or_refused_with_a_place(value: object) -> None:
    reading = read_template(json.dumps(value).encode(), "own.json")

    assert reading.template is not None or reading.faults[0].line >= 1


@QUICK
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_with_a_place(data: bytes) -> None:
    faults = check_template(data, "own.json", "system:help", LIBRARY.translations)

    assert all(fault.line >= 1 and fault.column >= 1 for fault in faults)


@QUICK
@given(st.recursive(any_card.JSON, st.lists, max_leaves=8))
def test_our_reading_of_json_is_that_of_the_standard_library(value: object) -> None:
    assert read_located(json.dumps(value, ensure_ascii=False)).value == value


@pytest.mark.behaviour("CARD-070")
def test_the_strategy_makes_every_node_type() -> None:
    assert any_card.covered() == any_card.shipped_kinds()


@pytest.mark.behaviour("CARD-070")
def test_templates_of_the_strategy_hold_every_field_of_every_node() -> None:
    seen: set[tuple[str, str]] = set()

    def collect(data: bytes) -> None:
        seen.update(fields_in(json.loads(data)))

    for turning in ("", *any_card.PAGED):
        strategy = any_card.templates(turning=turning)
        settings(QUICK, max_examples=40, derandomize=True, phases=[Phase.generate])(
            given(strategy)(collect)
        )()
    assert seen == any_card.fields_of_kinds()


def fields_in(part: object) -> set[tuple[str, str]]:
    """Node types and their fields anywhere in a template."""
    if isinstance(part, list):
        return {one for inner in part for one in fields_in(inner)}
    if not isinstance(part, dict):
        return set()
    own = {(f"system:{part['type']}", field) for field in part} if "type" in part else set()
    return own.union(*map(fields_in, part.values()))
