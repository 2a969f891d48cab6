"""The shipped sentences, measured on the half of the labelled ones that is for tuning.

The other half is measured by `companion bench routing --half held-out`, and by no test.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.commands.bench.routing import quality
from companion.commands.bench.routing_data import SHIPPED, Half, LabelledSet, read_set
from companion.engine.registry import MODULES
from companion.engine.routing.examples import load_examples, sentences_of
from companion.engine.routing.local import LocalRouter, Measured
from companion.engine.routing.route import routes_of

ROUTES = routes_of((a for m in MODULES for a in m.actions), load_examples())
ROUTER = LocalRouter(ROUTES, sentences_of(load_examples()))
LOCALES = ("en_us", "zh_cn")


def routed(text: str) -> str:
    found = ROUTER.match(text, Measured())
    return found.action.action if found.action and found.doubt is None else ""


def tuning(locale: str) -> LabelledSet:
    return read_set(SHIPPED / f"{locale}.json", Half.TUNING)


@pytest.mark.behaviour("ROUTE-005", "ROUTE-050")
@pytest.mark.parametrize("locale", LOCALES)
def test_most_sentences_are_routed_and_nearly_all_of_them_right(locale: str) -> None:
    labelled = tuning(locale).test
    found = quality(labelled, [routed(text) for text, _ in labelled])
    assert (found.routed or 0.0) >= 0.80
    assert (found.right or 0.0) >= 0.97
    assert (1.0 if found.false is None else found.false) <= 0.02


@pytest.mark.parametrize("locale", LOCALES)
def test_the_labelled_sentences_are_as_many_as_was_asked_for(locale: str) -> None:
    labels = [label for _, label in read_set(SHIPPED / f"{locale}.json").test]
    outside = labels.count("oos")
    assert (len(labels) - outside >= 300, outside >= 150) == (True, True)
    assert set(labels) - {"oos"} <= {route.action for route in ROUTES}


@pytest.mark.parametrize("locale", LOCALES)
def test_no_held_out_sentence_is_an_example(locale: str) -> None:
    held_out = {text for text, _ in read_set(SHIPPED / f"{locale}.json", Half.HELD_OUT).test}
    tuned = {text for text, _ in tuning(locale).test}
    assert held_out.isdisjoint(tuned)
    assert len(held_out) + len(tuned) == len(read_set(SHIPPED / f"{locale}.json").test)


@pytest.mark.behaviour("ROUTE-013")
def test_every_route_of_the_program_is_read_only_and_may_be_chosen_by_sentences() -> None:
    assert all(r.is_direct for r in ROUTES if r.profile.english)
    assert {r.action for r in ROUTES if r.profile.english} == {
        action for file in load_examples() for action in file.examples
    }


def test_the_two_files_are_json_with_one_sentence_a_line() -> None:
    for locale in LOCALES:
        lines = Path(SHIPPED / f"{locale}.json").read_text("utf-8").splitlines()
        rows = [json.loads(line.rstrip(",")) for line in lines[1:-1]]
        assert all(len(row) == 2 for row in rows)
