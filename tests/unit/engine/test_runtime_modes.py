"""The four AI modes under the four levels, and what a model may be asked for a player."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path

import pytest

from companion.engine.access.levels import AiLevel
from companion.engine.players import LOCAL_PLAYER
from companion.engine.registry import MODULES
from companion.engine.tools import ids
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.selection import SelectionCard
from companion.protocol.requests import Chat, Invoke, Mode, SetPreferences
from companion.protocol.responses import Entitlement, Notice, Outcome, Partial, State
from companion.support.errors import Failure
from companion.support.loops import spawn
from tests.helpers.agent_model import calls, says
from tests.helpers.engine_client import Mind, Told, mind, words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import NamedModel, thinking

LINK = FakeLink(book_of(quest(1, "Stone Age"), quest(2, "Stone Bridge")))
UNCLEAR = "I wonder whether anything sensible could be undertaken this evening"


async def ask(someone: Mind, text: str, mode: Mode = Mode.AUTO) -> Told:
    return (await someone.ask(Chat(uuid.uuid4(), text, mode)))[1]


async def test_what_is_not_clear_is_asked_of_the_model_once(tmp_path: Path) -> None:
    model = NamedModel(calls(("system:quest_list", "{}")))
    async with thinking(LINK, model, tmp_path) as someone:
        answer = await ask(someone, UNCLEAR)
    assert isinstance(answer.card, QuestList)
    assert len(model.requests) == 1


@pytest.mark.behaviour("ROUTE-001")
async def test_what_is_clear_asks_no_model(tmp_path: Path) -> None:
    model = NamedModel(says("never"))
    async with thinking(LINK, model, tmp_path) as someone:
        await ask(someone, "show my quests")
        await ask(someone, "/quests")
    assert model.requests == []


async def test_a_models_choice_is_remembered_for_the_same_words(tmp_path: Path) -> None:
    model = NamedModel(calls(("system:quest_list", "{}")))
    async with thinking(LINK, model, tmp_path) as someone:
        await ask(someone, UNCLEAR)
        again = await ask(someone, UNCLEAR)
    assert isinstance(again.card, QuestList)
    assert len(model.requests) == 1


async def test_the_local_mode_asks_no_model(tmp_path: Path) -> None:
    model = NamedModel(calls(("system:quest_list", "{}")))
    async with thinking(LINK, model, tmp_path) as someone:
        answer = await ask(someone, UNCLEAR, Mode.LOCAL)
    assert isinstance(answer.card, SelectionCard)
    assert model.requests == []


async def test_the_mode_reason_looks_things_up_and_answers(tmp_path: Path) -> None:
    model = NamedModel(calls((ids.QUEST_QUERY, "{}")), says("Begin with the Stone Age."))
    async with thinking(LINK, model, tmp_path) as someone:
        answer = await ask(someone, "what is best for me", Mode.REASON)
    assert words(answer.text) == "Begin with the Stone Age."
    assert "Stone Age" in model.requests[1].messages[-1].text


@pytest.mark.parametrize("mode", [Mode.REASON, Mode.FREE])
async def test_a_command_is_a_command_in_every_mode(mode: Mode, tmp_path: Path) -> None:
    model = NamedModel(says("never"))
    async with thinking(LINK, model, tmp_path) as someone:
        answer = await ask(someone, "/quests", mode)
    assert isinstance(answer.card, QuestList)
    assert model.requests == []


@pytest.mark.behaviour("PERM-005")
@pytest.mark.parametrize(
    ("level", "mode", "failure"),
    [
        (AiLevel.OFF, Mode.FREE, Failure.AI_OFF),
        (AiLevel.LOCAL, Mode.REASON, Failure.AI_OFF),
        (AiLevel.ASSIST, Mode.FREE, Failure.AI_MODE_NOT_ALLOWED),
        (AiLevel.ASSIST, Mode.REASON, Failure.AI_MODE_NOT_ALLOWED),
    ],
)
async def test_a_closed_mode_says_why(
    level: AiLevel, mode: Mode, failure: Failure, tmp_path: Path
) -> None:
    model = NamedModel(says("never"))
    async with thinking(LINK, model, tmp_path, level=level) as someone:
        answer = await ask(someone, "talk to me", mode)
    assert (answer.failure, model.requests) == (failure, [])


@pytest.mark.behaviour("PERM-005")
@pytest.mark.parametrize("action", ["system:free_chat", "system:reasoning"])
async def test_naming_the_action_of_a_closed_mode_opens_nothing(
    action: str, tmp_path: Path
) -> None:
    model = NamedModel(says("never"))
    request = Invoke(uuid.uuid4(), {"moduleId": action, "question": "hi"})
    async with thinking(LINK, model, tmp_path, level=AiLevel.ASSIST) as someone:
        _, answer = await someone.ask(request)
    assert (answer.failure, model.requests) == (Failure.AI_MODE_NOT_ALLOWED, [])


@pytest.mark.parametrize("level", [AiLevel.OFF, AiLevel.LOCAL])
async def test_without_a_model_sentences_commands_and_buttons_work(
    level: AiLevel, tmp_path: Path
) -> None:
    model = NamedModel(says("never"))
    async with thinking(LINK, model, tmp_path, level=level) as someone:
        answers = [await ask(someone, text) for text in ("show my quests", "/next", UNCLEAR)]
        _, pressed = await someone.press("system:quest_list")
    assert [a.outcome for a in (*answers, pressed)] == [Outcome.SUCCEEDED] * 4
    assert model.requests == []


async def test_a_player_who_declines_models_is_not_sent_to_one(tmp_path: Path) -> None:
    model = NamedModel(says("never"))
    async with thinking(LINK, model, tmp_path) as someone:
        await someone.ask(SetPreferences(uuid.uuid4(), False, False, True))
        answer = await ask(someone, UNCLEAR)
        talk = await ask(someone, "hello", Mode.FREE)
    assert isinstance(answer.card, SelectionCard)
    assert (talk.failure, model.requests) == (Failure.AI_DECLINED, [])


@pytest.mark.behaviour("PERM-004")
async def test_a_lower_level_ends_what_runs_and_is_told(tmp_path: Path) -> None:
    model = NamedModel(says("late"))
    model.held = asyncio.Event()
    async with thinking(LINK, model, tmp_path) as someone:
        running = spawn(ask(someone, "hello", Mode.FREE), "talk")
        await asyncio.wait_for(model.asked.wait(), 60)
        await someone.runtime.world.levels.set(LOCAL_PLAYER.uuid, AiLevel.OFF)
        answer = await running
        told = await someone.peer.until(Notice)
        await someone.peer.until(State)
        after = await ask(someone, "hello", Mode.FREE)
    assert answer.outcome == Outcome.CANCELLED
    assert "switched AI off" in words(told.text)
    assert after.failure == Failure.AI_OFF


async def test_an_answer_is_shown_while_it_is_written(tmp_path: Path) -> None:
    model = NamedModel(says("Hello there, Alex."))
    async with thinking(LINK, model, tmp_path) as someone:
        request = Chat(uuid.uuid4(), "hello", Mode.FREE)
        await someone.ask(request)
        pieces = [m for m in someone.peer.sent if isinstance(m, Partial)]
    assert {piece.request for piece in pieces} == {request.request}
    assert "".join(piece.text for piece in pieces).strip() == "Hello there, Alex."


async def test_a_model_that_fails_is_told_with_its_reason(tmp_path: Path) -> None:
    async with mind(LINK, folder=tmp_path) as someone:
        answer = await ask(someone, "hello", Mode.FREE)
    assert answer.failure == Failure.AI_NO_SERVICE


@pytest.mark.behaviour("TOOL-015", "TOOL-019")
async def test_the_read_only_tools_have_their_ids_and_are_no_actions() -> None:
    async with mind(LINK) as someone:
        engine = someone.runtime.engine
        offered = {tool.type.id for _, tool in engine.tools.for_reasoning()}
        actions = {flow.id for flow in engine.catalog.declared()}
    assert {"ftb.query", "ftb.find", "ftb.detail", "game.item_sources"} <= offered
    assert not offered & actions
    assert all(module.id in someone.runtime.modules.installed for module in MODULES)


@pytest.mark.behaviour("PERM-006")
@pytest.mark.parametrize(
    ("level", "modes"),
    [
        (AiLevel.OFF, ()),
        (AiLevel.LOCAL, (Mode.LOCAL,)),
        (AiLevel.ASSIST, (Mode.AUTO, Mode.LOCAL)),
        (AiLevel.FULL, (Mode.AUTO, Mode.LOCAL, Mode.REASON, Mode.FREE)),
    ],
)
async def test_the_state_tells_what_the_player_has(
    level: AiLevel, modes: tuple[Mode, ...], tmp_path: Path
) -> None:
    async with thinking(LINK, NamedModel(), tmp_path, level=level) as someone:
        state = await someone.state("en_us")
    rest = ("engine.system.default.name", "engine.system.default.description", True)
    assert state.entitlement == Entitlement("system:default", modes, True, True, True, *rest)
