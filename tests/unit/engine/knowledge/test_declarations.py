"""What the guide, questions and web search are made of, and who may choose them."""

from __future__ import annotations

import uuid
from pathlib import Path

import msgspec
import pytest

from companion.engine.builtin.knowledge.module import KnowledgeModule, QuestionInput
from companion.engine.knowledge.piece import DATABASE_QUERY, GUIDE
from companion.engine.players import LOCAL_PLAYER
from companion.engine.tools.schema import schema_of
from companion.engine.web.tool_types import WEB_FETCH, WEB_SEARCH
from companion.protocol.cards.passages import KnowledgeOutput
from companion.protocol.requests import Chat, Invoke
from tests.helpers.agent_model import calls, says
from tests.helpers.engine_client import mind
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import NamedModel, thinking, world

LINK = FakeLink(book_of(quest(1, "Pearls", description=("Ender pearls drop from endermen.",))))
UNCLEAR = "I wonder whether pearls could drop from something this evening"
ASKED = calls(("system:question", '{"question": "where do pearls drop"}'))


@pytest.mark.behaviour("WEB-001")
async def test_web_search_exports_two_tools_and_no_workflow() -> None:
    async with mind(LINK) as someone:
        engine = someone.runtime.engine
        owners = [engine.tools.exporters(kind)[0][0] for kind in (WEB_SEARCH, WEB_FETCH)]
        assert owners == ["system:web_search"] * 2
        assert engine.tools.for_reasoning()
        assert not {"web.search", "web.fetch"} & {
            t.type.id for _, t in engine.tools.for_reasoning()
        }


@pytest.mark.behaviour("KNOW-001", "KNOW-012")
def test_a_question_needs_the_database_and_has_a_purse_of_its_own() -> None:
    action = KnowledgeModule.DECLARATION.actions[0]
    assert (action.id, action.needs) == ("system:question", (DATABASE_QUERY,))
    policy = action.policy
    spend = (policy.model_calls, policy.tool_calls, policy.steps, policy.react_iterations)
    assert spend == (6, 9, 20, 6)
    assert (policy.ttl_millis, policy.model_timeout_millis, policy.write_steps) == (
        90_000,
        20_000,
        0,
    )


@pytest.mark.behaviour("KNOW-009")
def test_leave_for_the_web_is_off_unless_it_is_given() -> None:
    assert msgspec.convert({"question": "x"}, QuestionInput).allow_web is False
    told = schema_of(QuestionInput)["properties"]["allow_web"]
    assert told["default"] is False
    assert "only when this very request asks" in told["description"]


@pytest.mark.behaviour("KNOW-010")
async def test_what_a_question_means_is_decided_anew_each_time(tmp_path: Path) -> None:
    model = NamedModel(ASKED, says("From endermen [1]."), ASKED, says("From endermen [1]."))
    async with thinking(LINK, model, tmp_path) as someone:
        for _ in range(2):
            _, answer = await someone.ask(Chat(uuid.uuid4(), UNCLEAR))
            assert isinstance(answer.card, KnowledgeOutput)
    assert len(model.requests) == 4


@pytest.mark.behaviour("GUIDE-010", "KNOW-018")
async def test_questions_use_the_guides_own_tool_while_the_player_has_it(tmp_path: Path) -> None:
    request = {"moduleId": "system:question", "question": "where do pearls drop?"}
    async with world(LINK, tmp_path) as someone:
        tools = someone.runtime.engine.tools
        assert tools.exporters(GUIDE)[0][1] is tools.own("system:guide", GUIDE)
        _, before = await someone.ask(Invoke(uuid.uuid4(), request))
        await someone.runtime.modules.remove_module(LOCAL_PLAYER.uuid, "system:guide")
        _, after = await someone.ask(Invoke(uuid.uuid4(), request))
    found = [len(one.card.passages) for one in (before, after) if one.card]  # type: ignore[union-attr]
    assert found == [1, 0]


@pytest.mark.behaviour("GUIDE-011")
async def test_nothing_that_answers_questions_writes() -> None:
    async with mind(LINK) as someone:
        catalog = someone.runtime.engine.catalog.declared()
    ours = {f.id: f for f in catalog if f.id in ("system:question", "system:quest_guide")}
    assert [flow.is_read_only for flow in ours.values()] == [True, True]
