"""What is offered when nothing was clear enough."""

from __future__ import annotations

import dataclasses

import pytest

from companion.engine.answer import Call
from companion.engine.execution.selection import Selection
from companion.engine.routing.suggestions import MOST, suggestions
from tests.helpers.routing_routes import BUY, FIND, ITEM, LOOK, ROUTES

EVERYTHING = lambda _: True  # noqa: E731 - a name for the tests below
FOUND = Call("test:find", {"name": "Oakville"})


@pytest.mark.behaviour("ROUTE-041", "ROUTE-046")
def test_what_is_near_comes_before_shortcuts() -> None:
    assert suggestions(ROUTES, [FOUND], EVERYTHING) == (FOUND, Call("test:look"))


@pytest.mark.behaviour("ROUTE-042", "ROUTE-046")
def test_shortcuts_alone_where_nothing_is_near() -> None:
    assert suggestions(ROUTES, [], EVERYTHING) == (Call("test:look"),)
    assert suggestions((FIND, ITEM), [], EVERYTHING) == ()


@pytest.mark.behaviour("ROUTE-041")
def test_what_declared_no_button_for_candidates_is_not_offered() -> None:
    assert suggestions((ITEM,), [Call("test:item", {"item": "a:b"})], EVERYTHING) == ()


@pytest.mark.behaviour("ROUTE-040", "ROUTE-023")
@pytest.mark.parametrize(
    "change",
    [{"write_steps": 1}, {"selection": Selection.EXPLICIT_ONLY}, {"interactive": False}],
    ids=["writes", "explicit only", "not interactive"],
)
def test_only_what_reads_and_may_be_asked_for_is_offered(change: dict[str, object]) -> None:
    routes = [dataclasses.replace(route, **change) for route in (LOOK, FIND)]  # type: ignore[arg-type]
    assert suggestions([*routes, BUY], [FOUND, Call("test:buy")], EVERYTHING) == ()


@pytest.mark.behaviour("ROUTE-023")
def test_what_a_player_may_not_use_is_not_offered() -> None:
    assert suggestions(ROUTES, [FOUND], lambda action: action == "test:look") == (
        Call("test:look"),
    )


def test_no_more_than_a_few_are_offered_and_none_twice() -> None:
    near = [Call("test:find", {"name": str(n)}) for n in (1, 1, 2, 3, 4, 5)]
    offered = suggestions(ROUTES, near, EVERYTHING)
    assert len(offered) == MOST
    assert [c.arguments["name"] for c in offered] == ["1", "2", "3", "4"]
