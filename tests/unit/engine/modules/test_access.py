from __future__ import annotations

from typing import Any

import pytest

from companion.engine.modules.access import Access, Permissions, check_conditions, entitled
from companion.engine.modules.conditions import ConditionTypes, Facts
from companion.engine.modules.installation import Installation
from companion.engine.modules.overrides import (
    add_module,
    completions,
    read_overrides,
    remove_module,
)
from companion.engine.storage.module_access import ModuleAccess
from companion.engine.storage.record import PlayerRecord
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_modules import World, modules, pack, system
from tests.helpers.agent_rig import ALEX, STEVE
from tests.helpers.agent_store import FakeStore

SERVERS = {"core": "test:usage", "one": "test:greeter", "two": "test:signin", "page": None}
MISSING = {"type": "test:greeter", "missing": True}


NO_CHOICE = ModuleAccess()
BOUND = Facts("a:main")


def installed(*references: Any) -> Installation:
    tag = {"a__tags__system__system_module__extras": {"values": ["a:two", "a:page"]}}
    files = modules(**SERVERS, gone=MISSING) | system(*references) | tag
    return World(pack(**files)).install()


def modules_of(
    *references: Any, overrides: ModuleAccess = NO_CHOICE, facts: Facts = BOUND
) -> tuple[str, ...]:
    return entitled(installed(*references), ConditionTypes(), overrides, facts)


def when(name: str, /, **condition: Any) -> dict[str, Any]:
    return {"module": name, "condition": condition}


@pytest.mark.behaviour("MOD-006", "MOD-021", "MOD-042")
def test_a_system_gives_the_core_its_modules_and_its_tags() -> None:
    assert modules_of("a:one", "#a:extras") == ("a:core", "a:one", "a:two", "a:page")


@pytest.mark.behaviour("MOD-009")
@pytest.mark.parametrize(("level", "expected"), [(0, ("a:core",)), (2, ("a:core", "a:one"))])
def test_a_condition_switches_its_module(level: int, expected: tuple[str, ...]) -> None:
    found = modules_of(
        when("a:one", type="system:operator"), facts=Facts("a:main", operator_level=level)
    )

    assert found == expected


@pytest.mark.behaviour("MOD-009")
def test_a_module_may_depend_on_one_listed_before_it() -> None:
    needs_two = when("a:one", type="system:has_module", module="a:two")

    assert modules_of("a:two", needs_two) == ("a:core", "a:two", "a:one")
    assert modules_of(needs_two, "a:two") == ("a:core", "a:two")


@pytest.mark.behaviour("MOD-045", "MOD-060")
def test_a_system_that_is_gone_gives_nothing_and_comes_back_with_its_data() -> None:
    assert modules_of("a:one", facts=Facts("a:gone")) == ()
    assert modules_of("a:one", facts=Facts("a:main")) == ("a:core", "a:one")
    assert modules_of("a:one", facts=Facts()) == ()


@pytest.mark.behaviour("MOD-043")
def test_an_operators_choice_adds_and_takes_away_but_not_the_core() -> None:
    overrides = ModuleAccess(added=("a:two", "a:nowhere"), removed=("a:one", "a:core"))

    assert modules_of("a:one", overrides=overrides) == ("a:core", "a:two")


@pytest.mark.behaviour("MOD-067")
def test_a_module_that_lacks_a_dependency_is_nobodys() -> None:
    overrides = ModuleAccess(added=("a:gone",))

    assert modules_of("a:gone", overrides=overrides) == ("a:core",)


def test_a_damaged_condition_stops_the_start_and_names_its_system() -> None:
    made = installed(when("a:one", type="system:gone"))

    with pytest.raises(ValueError, match="system a:main, a:one: unknown condition"):
        check_conditions(made, ConditionTypes())
    check_conditions(installed("a:one"), ConditionTypes())


@pytest.mark.behaviour("ENG-081", "BIND-019")
def test_a_snapshot_is_what_every_entry_point_asks() -> None:
    access = Access(lambda player: player == ALEX)
    before = (access.is_bound(ALEX), access.has_module(ALEX, "a:one"))

    access.publish(ALEX, Permissions("a:main", frozenset({"a:one"})))
    access.publish(STEVE, Permissions("a:other"))

    assert before == (False, False)
    assert (access.is_bound(ALEX), access.has_module(ALEX, "a:one")) == (True, True)
    assert (access.is_bound(STEVE), access.has_module(STEVE, "a:one")) == (True, False)
    assert (access.may_ask_model(ALEX), access.may_ask_model(STEVE)) == (True, False)
    access.forget(ALEX)
    assert not access.is_bound(ALEX)


def bound_store() -> FakeStore:
    store = FakeStore()
    store.books(ALEX).kept = PlayerRecord(systems=("a:main",))
    return store


@pytest.mark.behaviour("MOD-043", "MOD-044")
async def test_overrides_are_kept_with_the_player() -> None:
    store, made = bound_store(), installed("a:one")

    await add_module(store.view(ALEX), made, "a:two")
    await remove_module(store.view(ALEX), made, "a:one")
    await add_module(store.view(ALEX), made, "a:one")

    assert await read_overrides(store.view(ALEX)) == ModuleAccess(added=("a:one", "a:two"))
    assert await read_overrides(store.view(STEVE)) == ModuleAccess()


@pytest.mark.parametrize(
    ("change", "module", "failure"),
    [
        (add_module, "a:nowhere", Failure.NOT_FOUND),
        (add_module, "a:gone", Failure.NOT_FOUND),
        (remove_module, "a:nowhere", Failure.NOT_FOUND),
        (remove_module, "a:core", Failure.NOT_PERMITTED),
    ],
    ids=["unknown", "unavailable", "unknown to remove", "core"],
)
@pytest.mark.behaviour("MOD-021")
async def test_what_cannot_be_changed_is_refused(
    change: Any, module: str, failure: Failure
) -> None:
    with pytest.raises(CompanionError) as caught:
        await change(bound_store().view(ALEX), installed("a:one"), module)

    assert caught.value.failure is failure


async def test_an_unbound_player_has_no_overrides() -> None:
    with pytest.raises(CompanionError) as caught:
        await add_module(FakeStore().view(ALEX), installed("a:one"), "a:two")

    assert caught.value.failure is Failure.NOT_BOUND


@pytest.mark.behaviour("MOD-043")
@pytest.mark.parametrize(
    ("begun", "found"),
    [
        ("a:t", ("a:two",)),
        ("P", ("a:page",)),
        ("x", ()),
        ("a:", ("a:core", "a:one", "a:page", "a:two")),
    ],
)
def test_instance_ids_complete_from_this_world(begun: str, found: tuple[str, ...]) -> None:
    assert completions(installed("a:one"), begun) == found
