"""The workbench: what stands where, and what a click comes to."""

from __future__ import annotations

import pytest

from companion.client.contributions.cache import Contributions
from companion.client.contributions.contribution import Style
from companion.client.state import EMPTY, ClientState
from companion.client.workbench import Workbench, clicked, workbench
from companion.protocol.responses import ClientModule
from tests.helpers.client_things import engine

MODULES = (
    ClientModule("system:help", "system:help", 70),
    ClientModule("system:items", "system:items", 80),
    ClientModule("system:quests", "system:quests", 90),
)


def board(*modules: ClientModule) -> Workbench:
    contributions = Contributions()
    contributions.use(modules, "en_us")
    return workbench(contributions.bindings, ClientState(engine=engine(*modules)))


@pytest.mark.behaviour("CLIENT-041")
def test_settings_stand_in_the_corner_and_everything_else_on_the_left() -> None:
    shown = board(*MODULES)
    assert [one.id for one in shown.left][:3] == ["system:quests", "system:items", "system:help"]
    assert "system:settings" in [one.id for one in shown.corner]
    assert all(one.style is Style.SETTINGS for one in shown.corner)


@pytest.mark.behaviour("CLIENT-040")
def test_nothing_in_the_workbench_stands_for_the_conversation() -> None:
    shown = board(*MODULES)
    assert shown.entry("system:chat") is None


@pytest.mark.behaviour("CLIENT-032")
def test_an_entry_whose_module_the_player_may_not_use_is_not_offered() -> None:
    contributions = Contributions()
    contributions.use(MODULES, "en_us")
    refused = ClientModule("system:quests", "system:quests", 90, enabled=False)
    shown = workbench(contributions.bindings, ClientState(engine=engine(*MODULES[:2], refused)))
    assert shown.entry("system:quests") is None
    assert shown.entry("system:items") is not None


@pytest.mark.behaviour("CLIENT-033")
def test_before_any_world_the_resident_entries_are_there() -> None:
    shown = workbench(Contributions().bindings, EMPTY)
    assert shown.entry("system:settings") is not None
    assert shown.entry("system:quests") is None


@pytest.mark.behaviour("CLIENT-043")
def test_a_second_click_on_a_page_folds_it_and_runs_nothing() -> None:
    page = board(*MODULES).entry("system:quests")
    assert page is not None
    first = clicked(page, "")
    assert (first.unfolded, first.runs) == ("system:quests", True)
    second = clicked(page, first.unfolded)
    assert (second.unfolded, second.runs) == ("", False)


@pytest.mark.behaviour("CLIENT-044")
@pytest.mark.parametrize("name", ["system:help", "system:settings"])
def test_entries_without_a_page_run_at_every_click_and_leave_the_open_page(name: str) -> None:
    entry = board(*MODULES).entry(name)
    assert entry is not None
    for _ in range(2):
        done = clicked(entry, "system:quests")
        assert (done.unfolded, done.runs) == ("system:quests", True)


@pytest.mark.behaviour("CLIENT-054")
def test_a_page_is_declared_by_title_words_and_tools() -> None:
    page = board(*MODULES).entry("system:quests")
    assert page is not None
    assert page.workspace is not None
    tools = [tool.id for tool in page.workspace.tools]
    assert tools == ["open", "next", "claimable", "submittable", "gifts", "guide"]
    assert page.workspace.lines
