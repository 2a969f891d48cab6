"""The built-in module types: of which kind each is, and whose commands are whose."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.builtin.binding.module import BindingModule
from companion.engine.builtin.core.module import CoreSystemModule
from companion.engine.builtin.items.module import ItemsModule
from companion.engine.builtin.knowledge.module import KnowledgeModule
from companion.engine.builtin.quests.module import QuestsModule
from companion.engine.builtin.usage.module import UsageModule
from companion.engine.builtin.web_search.module import WebSearchModule
from companion.engine.modules.kinds import (
    CoreModule,
    ServerModule,
    SharedModule,
    ToolModule,
    WorkflowModule,
)
from companion.engine.registry import FURTHER_TYPES
from companion.engine.shared_tools import STARTER_GIFTS
from companion.support.errors import CompanionError, Failure
from tests.helpers.engine_client import mind
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.served_world import house

KINDS: dict[type[ServerModule], type[ServerModule]] = {
    CoreSystemModule: CoreModule,
    BindingModule: CoreModule,
    UsageModule: CoreModule,
    ItemsModule: SharedModule,
    QuestsModule: SharedModule,
    WebSearchModule: ToolModule,
}
OWNERS = {
    BindingModule: {"grant", "revoke", "reset"},
    UsageModule: {"usage"},
    QuestsModule: {"ftb"},
    KnowledgeModule: {"knowledge"},
    CoreSystemModule: {
        *("open", "simple", "full", "settings", "ask", "routing", "module"),
        *("ai", "reload", "devices", "unpair", "pair"),
    },
}


@pytest.mark.behaviour("MOD-022")
@pytest.mark.parametrize(("kind", "expected"), KINDS.items(), ids=lambda one: one.__name__)
def test_a_built_in_type_is_of_its_kind(
    kind: type[ServerModule], expected: type[ServerModule]
) -> None:
    found = next(
        one
        for one in (CoreModule, SharedModule, WorkflowModule, ToolModule)
        if issubclass(kind, one)
    )
    assert found is expected


@pytest.mark.behaviour("MOD-022", "MOD-021")
async def test_infrastructure_is_on_for_whoever_is_bound_and_stays(tmp_path: Path) -> None:
    core = {name for name, kind in FURTHER_TYPES.items() if issubclass(kind, CoreModule)}
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await served.world.order("grant system:default Alex")
        who = served.world.administered.online()[0].id
        on = set(await served.world.runtime.modules.of(who))
        with pytest.raises(CompanionError) as refused:
            await served.world.order("module remove system:usage Alex")
        assert alex.socket.close_code is None
    assert core == {"system:core", "system:binding", "system:usage"}
    assert (core <= on, refused.value.failure) == (True, Failure.NOT_PERMITTED)


@pytest.mark.behaviour("MOD-065")
async def test_each_administration_command_belongs_to_the_module_it_is_about(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as served:
        orders = served.world.runtime.orders
    found: dict[type[ServerModule], set[str]] = {}
    for name, one in orders.items():
        found.setdefault(one.owner, set()).add(name)
    assert found == OWNERS


@pytest.mark.behaviour("TOOL-018")
async def test_one_quest_and_the_list_of_gifts_share_the_gift_tool() -> None:
    async with mind(FakeLink(book_of(quest(1, "Stone Age")))) as someone:
        flows = someone.runtime.engine.catalog.declared()
    gifts = {flow.id: tool for flow in flows for tool in flow.tools if tool.type is STARTER_GIFTS}
    assert {"system:quest_detail", "system:starter_gifts"} <= gifts.keys()
    assert len({id(tool) for tool in gifts.values()}) == 1


@pytest.mark.behaviour("MOD-066")
async def test_web_search_is_installed_and_nobody_has_it_until_it_is_added(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex"):
        await served.world.order("grant system:default Alex")
        who = served.world.administered.online()[0].id
        before = set(await served.world.runtime.modules.of(who))
        await served.world.order("module add system:web_search Alex")
        after = set(await served.world.runtime.modules.of(who))
    assert "system:quests" in before
    assert after - before == {"system:web_search"}
