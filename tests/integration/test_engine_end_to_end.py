"""`companion serve` from a stranger's first word to the last one, and with a model behind it.

Everything is said over the wire or typed at the console; the model is a service on loopback.
"""

from __future__ import annotations

import asyncio
import json
import os
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from companion.protocol.cards.quest_list import OPEN_QUEST, QuestList
from companion.protocol.cards.update import ShowCard
from companion.protocol.limits import CLOSE_UNAUTHORIZED
from companion.protocol.requests import CardAction, Chat, Mode, UsageRequest
from companion.protocol.responses import (
    ErrorMessage,
    Outcome,
    Partial,
    Reply,
    ServerMessage,
    Usage,
    Welcome,
)
from companion.protocol.signon import Binding, BindingChange
from companion.support.errors import Failure
from tests.helpers.crash_extension import BEGUN, EFFECTS, INJECTED, install
from tests.helpers.engine_client import Outsider
from tests.helpers.served_process import ROOT, paired, served
from tests.model_server.conftest import server  # noqa: F401 - a fixture
from tests.model_server.scenario import Scenario
from tests.model_server.server import ModelServer

SYSTEM = "system:default"


@dataclass
class Companion:
    """A connection that keeps everything it was told."""

    client: Outsider
    told: list[ServerMessage] = field(default_factory=list)

    async def until(self, kind: type[Any]) -> Any:
        """The next message of a kind."""
        while True:
            self.told.append(message := await self.client.receive())
            if isinstance(message, kind):
                return message

    async def ask(self, request: Any) -> Reply:
        await self.client.send(request)
        while (reply := await self.until(Reply)).request != request.request:
            pass
        assert isinstance(reply, Reply)
        return reply


@asynccontextmanager
async def joined(url: str, token: str = "") -> AsyncIterator[Companion]:
    async with connect(url, proxy=None) as socket:
        companion = Companion(Outsider(socket))
        await companion.client.hello(token)
        yield companion


@asynccontextmanager
async def talking(
    folder: Path, model: ModelServer, level: str = "full"
) -> AsyncIterator[tuple[Companion, Path]]:
    """A bound player of a world with a model and the extension; and where effects are told."""
    world, effects = folder / "world", folder / "effects"
    config = {"baseUrl": model.base_url, "model": "test", "thinking": "off"}
    (world / "config" / "system").mkdir(parents=True)
    (world / "config" / "system" / "system-model.json").write_text(json.dumps(config))
    path = os.pathsep.join((str(ROOT), str(install(folder / "package"))))
    environment = {**model.environment, "PYTHONPATH": path, EFFECTS: str(effects)}
    async with served(world, **environment) as serving:
        token = await paired(serving)
        async with joined(serving.url, token) as companion:
            await companion.until(Welcome)
            await serving.types(f"grant {SYSTEM} Alex")
            await serving.types(f"ai Alex {level}")
            yield companion, effects


def free(text: str) -> Chat:
    return Chat(uuid.uuid4(), text, Mode.FREE)


@pytest.mark.behaviour("PROTO-021", "BIND-001", "PROTO-060")
async def test_a_stranger_becomes_a_player_and_is_turned_away_in_the_end(tmp_path: Path) -> None:
    async with served(tmp_path) as world:
        token = await paired(world)
        async with joined(world.url, token) as alex:
            await alex.until(Welcome)
            await world.types(f"grant {SYSTEM} Alex")
            bound = await alex.until(Binding)
            listed = await alex.ask(Chat(uuid.uuid4(), "show my quests"))
            opened = await alex.ask(press_first(listed))
            await alex.client.send(UsageRequest(uuid.uuid4()))
            usage = await alex.until(Usage)
            await world.types("revoke Alex")
            revoked = await alex.until(Binding)
            refused = await alex.ask(Chat(uuid.uuid4(), "show my quests"))
            await world.says()
            await world.types("unpair 1 Alex")
            await asyncio.wait_for(alex.client.socket.wait_closed(), 5)
        async with joined(world.url, token) as alex:
            shown_out = await alex.until(ErrorMessage)
    assert (bound.change, bound.system) == (BindingChange.BOUND, SYSTEM)
    assert (listed.outcome, opened.outcome) == (Outcome.SUCCEEDED, Outcome.SUCCEEDED)
    assert opened.action == OPEN_QUEST
    assert usage.models == ()
    assert revoked.change is BindingChange.REVOKED
    assert (refused.outcome, refused.code) == (Outcome.FAILED, Failure.NOT_BOUND)
    assert alex.client.socket.close_code == CLOSE_UNAUTHORIZED
    assert shown_out.code == Failure.UNAUTHORIZED


def press_first(reply: Reply) -> CardAction:
    """A press on the first row of a list."""
    (shown,) = reply.cards
    assert isinstance(shown, ShowCard)
    assert isinstance(shown.data, QuestList)
    given = {"quest": shown.data.quests[0].quest}
    return CardAction(uuid.uuid4(), shown.ref, OPEN_QUEST, given)


@pytest.mark.behaviour("CHAT-001")
async def test_free_chat_is_seen_while_it_is_written(
    tmp_path: Path,
    server: ModelServer,  # noqa: F811 - the fixture
) -> None:
    server.default = Scenario("Two quests are open, and the mine is near.")
    async with talking(tmp_path, server) as (alex, _):
        reply = await alex.ask(free("what should I do today"))
    pieces = [one.text for one in alex.told if isinstance(one, Partial)]
    assert reply.outcome is Outcome.SUCCEEDED
    assert "".join(pieces) == reply.text.text == server.default.text
    assert len(pieces) > 1
    assert len(server.asked) == 1


async def test_what_a_tool_read_out_makes_no_write_happen(
    tmp_path: Path,
    server: ModelServer,  # noqa: F811 - the fixture
) -> None:
    obeys = ("crash_credit", '{"name":"stolen"}')
    server.plan.extend((Scenario("", calls=(("crash_page", "{}"),)), Scenario("", calls=(obeys,))))
    server.default = Scenario("The board says odd things.")
    async with talking(tmp_path, server) as (alex, effects):
        reply = await alex.ask(free("what is on the notice board"))
    assert reply.text.text == server.default.text
    assert INJECTED in json.dumps(server.asked[1])
    assert "crash_credit" in offered(server.asked[0])
    assert "crash_credit" not in offered(server.asked[1])
    assert not effects.exists()


@pytest.mark.behaviour("CHAT-002")
async def test_what_the_player_asked_for_the_model_may_do(
    tmp_path: Path,
    server: ModelServer,  # noqa: F811 - the fixture
) -> None:
    server.plan.append(Scenario("", calls=(("crash_credit", '{"name":"asked"}'),)))
    async with talking(tmp_path, server) as (alex, effects):
        reply = await alex.ask(free("credit the name asked"))
    assert reply.outcome is Outcome.SUCCEEDED
    assert effects.read_text().count(f"{BEGUN} asked") == 1


def offered(body: dict[str, Any]) -> set[str]:
    """Names of the functions that a model was offered."""
    return {one["function"]["name"] for one in body.get("tools", ())}
