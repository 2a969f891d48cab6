"""The order of a module's entry is for the workbench: what players may and who answers stay."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from companion.engine.modules.access import entitled
from companion.engine.modules.conditions import ConditionTypes, Facts
from companion.engine.storage.module_access import ModuleAccess
from tests.helpers.agent_modules import World, modules, pack, system

NAMES = ("one", "two", "tools")


def behaviour(orders: tuple[int, ...]) -> tuple[Any, ...]:
    """What there is, in which order it was put together, who is due, and who would answer."""
    files = modules(one="test:greeter", two="test:greeter", tools="test:looker")
    for name, order in zip(NAMES, orders, strict=True):
        files[f"a__system__system_module__{name}"]["order"] = order
    there = World(pack(**files, **system(*(f"a:{name}" for name in NAMES))))
    made = there.install()
    due = entitled(made, ConditionTypes(), ModuleAccess(), Facts("a:main"))
    answers = there.rig.engine.catalog.choose("test:greet", lambda module: module in due)
    assert answers is not None
    return made.instances, due, tuple(there.log), answers.owner


@pytest.mark.behaviour("CLIENT-039")
def test_whatever_the_orders_are_the_server_does_the_same() -> None:
    done = {behaviour(orders) for orders in itertools.permutations((0, 10, 100))}
    ((instances, due, _, owner),) = done
    assert set(instances) == set(due) == {"a:one", "a:two", "a:tools"}
    assert owner in due
