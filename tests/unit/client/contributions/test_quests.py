"""The page of the quest book: what its buttons ask, and that all of it is known there."""

from __future__ import annotations

from unittest.mock import Mock, call

import pytest

from companion.client.contributions.contribution import WorkbenchEntry
from companion.client.contributions.quests import Quests
from companion.engine.builtin.guide.module import GuideModule
from companion.engine.builtin.quests.module import MODULE


def entry() -> WorkbenchEntry:
    return Quests().register().entries[0]


@pytest.mark.behaviour("QUEST-089")
def test_buttons_ask_for_lists_by_command_and_leave_the_guide_to_be_completed() -> None:
    doing, page = Mock(), entry().workspace
    assert page is not None
    for tool in page.tools:
        tool.run(doing)
    lists = ["/quests", "/next", "/claimable", "/submittable", "/gifts"]
    assert doing.mock_calls == [*(call.ask(one) for one in lists), call.draft("/guide ")]


def test_every_command_of_a_button_is_one_of_the_engine() -> None:
    doing, page = Mock(), entry().workspace
    assert page is not None
    for tool in page.tools:
        tool.run(doing)
    actions = (*MODULE.actions, *GuideModule.DECLARATION.actions)
    known = {f"/{action.command.name}" for action in actions if action.command}
    assert {one.args[0].strip() for one in doing.mock_calls} <= known
