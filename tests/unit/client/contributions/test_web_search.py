"""The page that asks with leave to use the web: when it is offered, and what it sends."""

from __future__ import annotations

from unittest.mock import Mock, call

import pytest

from companion.client.contributions.cache import Contributions
from companion.client.contributions.web_search import WebSearch
from companion.client.state import ClientState
from companion.client.workbench import workbench
from companion.engine.builtin.knowledge.module import SEARCH_ACTION, KnowledgeModule
from companion.protocol.actions.knowledge import SearchInput
from companion.protocol.responses import ClientModule
from tests.helpers.client_things import engine


def is_offered(*modules: ClientModule) -> bool:
    contributions = Contributions()
    contributions.use(modules, "en_us")
    shown = workbench(contributions.bindings, ClientState(engine=engine(*modules)))
    return shown.entry("system:web_search") is not None


@pytest.mark.behaviour("WEB-010")
def test_opening_the_page_and_its_button_begin_the_order_that_may_use_the_web() -> None:
    (entry,) = WebSearch().register().entries
    doing = Mock()
    assert entry.workspace is not None
    entry.open(doing)
    for tool in entry.workspace.tools:
        tool.run(doing)
    assert doing.mock_calls == [call.draft("/search "), call.draft("/search ")]


@pytest.mark.behaviour("WEB-010")
def test_the_order_of_the_page_is_the_action_with_leave_to_use_the_web() -> None:
    (search,) = (a for a in KnowledgeModule.DECLARATION.actions if a.id == SEARCH_ACTION)
    assert search.command is not None
    assert (search.command.name, search.command.argument) == ("search", "question")
    assert search.input is SearchInput


@pytest.mark.behaviour("WEB-010")
def test_the_page_is_offered_only_where_the_engine_lets_this_player_use_the_web() -> None:
    here = ClientModule("system:web_search", "system:web_search", 86)
    refused = ClientModule("system:web_search", "system:web_search", 86, enabled=False)
    knowledge = ClientModule("system:knowledge", "system:knowledge", 84)
    assert is_offered(knowledge, here)
    assert not is_offered(knowledge, refused)
    assert not is_offered(knowledge)
