"""From words in the send box to a model over a real connection, and what is kept of it."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.engine.players import LOCAL_PLAYER
from companion.engine.world import ModelService
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.requests import Chat, Mode, UsageRequest
from companion.protocol.responses import Partial, Reply, Usage
from companion.support.errors import Failure
from tests.helpers.engine_client import Mind, Told, words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import world
from tests.model_server.scenario import Scenario, Trouble
from tests.model_server.server import ModelServer

LINK = FakeLink(book_of(quest(1, "Stone Age"), quest(2, "Stone Bridge")))
UNCLEAR = "I wonder whether anything sensible could be undertaken this evening"


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    served = ModelServer()
    await served.start()
    try:
        yield served
    finally:
        await served.stop()
    assert served.violations == []


@pytest.fixture
async def someone(server: ModelServer, tmp_path: Path) -> AsyncIterator[Mind]:
    """A player of an engine whose configuration names the server, as an operator would."""
    config = tmp_path / "config" / "system" / "system-model.json"
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps({"baseUrl": server.base_url}))
    service = ModelService(server.environment)
    async with world(LINK, tmp_path, service=service) as engine:
        yield engine


async def ask(someone: Mind, text: str, mode: Mode = Mode.AUTO) -> Told:
    return (await someone.ask(Chat(uuid.uuid4(), text, mode)))[1]


async def test_talk_streams_is_counted_and_is_the_players(
    server: ModelServer, someone: Mind
) -> None:
    answer = await ask(someone, "hello", Mode.FREE)
    request = UsageRequest(uuid.uuid4())
    someone.runtime.take(request, someone.identity, someone.peer)
    used = await someone.peer.until(Usage)
    record = await someone.runtime.world.store.read(LOCAL_PLAYER.uuid, lambda d: d.record())
    assert words(answer.text) == "Two quests are open."
    assert [m.text for m in someone.peer.sent if isinstance(m, Partial)][:2] == ["Two ", "quests "]
    assert (used.models[0].total.calls, used.models[0].total.input) == (1, 34)
    assert record.quota.used == 1


async def test_what_the_model_chose_is_done(server: ModelServer, someone: Mind) -> None:
    server.default = Scenario(calls=(("system_quest_list", "{}"),))
    answer = await ask(someone, UNCLEAR)
    assert isinstance(answer.card, QuestList)


async def test_a_model_that_says_nothing_ends_in_its_reason(
    server: ModelServer, someone: Mind
) -> None:
    server.default = Scenario(trouble=Trouble.CUT)
    answer = await ask(someone, "hello", Mode.FREE)
    assert answer.failure is not None
    assert answer.failure.startswith("model_")
    assert isinstance(someone.peer.replies[-1], Reply)


async def test_a_spent_quota_is_told_and_nothing_is_sent(
    server: ModelServer, tmp_path: Path
) -> None:
    folder = tmp_path / "config" / "system"
    folder.mkdir(parents=True)
    (folder / "system-model.json").write_text(json.dumps({"baseUrl": server.base_url}))
    (folder / "system-agent.json").write_text(json.dumps({"dailyModelCalls": 1}))
    async with world(LINK, tmp_path, service=ModelService(server.environment)) as someone:
        await ask(someone, "hello", Mode.FREE)
        second = await ask(someone, "hello again", Mode.FREE)
    assert second.failure == Failure.MODEL_QUOTA
