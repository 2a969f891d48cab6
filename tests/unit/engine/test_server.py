"""The engine behind its socket, asked by a client that is nothing but `websockets`."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import uuid
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.engine.broken_link import BrokenLink
from companion.games.demo.link import DemoLink
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.ref import CardRef
from companion.protocol.codec import encode
from companion.protocol.requests import Chat, Control, ControlAction
from companion.protocol.responses import (
    Accepted,
    ErrorMessage,
    Outcome,
    Ping,
    Reply,
    ServerMessage,
    State,
    Welcome,
)
from companion.support.errors import Failure, LinkError
from tests.helpers.engine_client import outsider, serving, words
from tests.helpers.engine_link import FakeLink, book_of, quest


def slow_link() -> FakeLink:
    """A link whose files take as long as the test wants."""
    return FakeLink(book_of(quest(1, "Stone Age")), gate=threading.Event())


async def test_show_my_quests_end_to_end() -> None:
    async with serving(DemoLink()) as port, outsider(port) as client:
        reply = await client.ask("show my quests")
    assert (reply.outcome, reply.action) == (Outcome.SUCCEEDED, "system:quest_list")
    (shown,) = reply.cards
    assert isinstance(shown.data, QuestList)  # type: ignore[union-attr]
    assert words(reply.text).endswith("quests are open.")


@pytest.mark.behaviour("PROTO-016")
async def test_messages_come_in_order_and_name_their_request() -> None:
    async with serving(DemoLink()) as port, outsider(port, greet=False) as client:
        await client.hello()
        welcome = await client.receive()
        request = await client.start("help")
        reply = await client.receive()
    assert isinstance(welcome, Welcome)
    assert isinstance(reply, Reply)
    assert (reply.request, reply.generation) == (request.request, welcome.generation)


async def test_a_card_can_be_pressed_until_it_is_unknown() -> None:
    async with serving(DemoLink()) as port, outsider(port) as client:
        listed = await client.ask("show my quests")
        card = listed.cards[0]
        row = card.data.quests[1]  # type: ignore[union-attr]
        opened = await client.press(card.ref, "system:quest_detail", quest=row.quest)
        stale = await client.press(CardRef(uuid.uuid4()), "system:quest_detail", quest=row.quest)
    assert opened.action == "system:quest_detail"
    assert (stale.outcome, stale.code, stale.cards) == (Outcome.FAILED, Failure.OUTDATED_CARD, ())


async def test_the_state_answers_its_request() -> None:
    request = Control(uuid.uuid4(), ControlAction.STATE)
    async with serving(DemoLink()) as port, outsider(port) as client:
        await client.send(request)
        state = await client.next(State)
    assert isinstance(state, State)
    assert (state.request, state.link) == (request.request, "demo")


async def test_many_connections_are_served_at_once() -> None:
    async with serving(DemoLink()) as port, outsider(port) as one, outsider(port) as two:
        first, second = await one.ask("help"), await two.ask("帮助")
    assert first.generation != second.generation
    assert first.action == second.action == "system:help"


@pytest.mark.behaviour("ENG-085")
async def test_a_second_request_is_busy_while_the_first_runs() -> None:
    link = slow_link()
    async with serving(link) as port, outsider(port) as client:
        first = await client.start("show my quests")
        busy = await client.ask("help")
        link.gate.set()  # type: ignore[union-attr]
        done = await client.next(Reply)
    assert busy.outcome == Outcome.BUSY
    assert isinstance(done, Reply)
    assert (done.request, done.outcome) == (first.request, Outcome.SUCCEEDED)


async def test_a_request_is_cancelled_while_its_file_is_read() -> None:
    link = slow_link()
    async with serving(link) as port, outsider(port) as client:
        first = await client.start("show my quests")
        await client.cancel()
        cancelled = await client.next(Reply)
        link.gate.set()  # type: ignore[union-attr]
        await client.next(Reply)
        after = await client.ask("help")
    assert isinstance(cancelled, Reply)
    assert (cancelled.request, cancelled.outcome) == (first.request, Outcome.CANCELLED)
    assert after.outcome == Outcome.SUCCEEDED


@pytest.mark.behaviour("PROTO-031", "PROTO-057")
async def test_a_client_that_comes_back_gets_its_answer_without_a_second_run() -> None:
    link = slow_link()
    async with serving(link) as port:
        async with outsider(port) as lost:
            request = await lost.start("show my quests")
        async with outsider(port) as back:
            await back.send(request)
            accepted = await back.next(Accepted)
            link.gate.set()  # type: ignore[union-attr]
            reply = await back.next(Reply)
    assert isinstance(accepted, Accepted)
    assert isinstance(reply, Reply)
    assert (reply.request, reply.outcome) == (request.request, Outcome.SUCCEEDED)


async def closing(port: int, *frames: str | bytes) -> tuple[list[ServerMessage], int]:
    """Send frames and read until the engine hangs up: what came, and the close code."""
    came: list[ServerMessage] = []
    async with outsider(port, greet=False) as client:
        with contextlib.suppress(ConnectionClosed):
            for frame in frames:
                await client.socket.send(frame)
            while True:
                came.append(await client.receive())
        return came, client.socket.close_code or 0


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"type":"system:hello","protocol":2,"token":"x","locale":"en_us"}', 4001),
        ('{"type":"system:hello","protocol":1,"token":"x","locale":"en_us"}', 4003),
        (encode(Chat(uuid.uuid4(), "help")), 1008),
        ("a" * 200_000, 1009),
    ],
    ids=["version", "token", "no hello", "huge"],
)
async def test_a_stranger_is_shown_out(frame: str, code: int) -> None:
    async with serving(DemoLink()) as port:
        assert (await closing(port, frame))[1] == code


@pytest.mark.behaviour("PROTO-026")
async def test_a_bad_frame_costs_only_itself() -> None:
    async with serving(DemoLink()) as port, outsider(port) as client:
        await client.socket.send('{"type":"system:shout"}')
        error = await client.receive()
        reply = await client.ask("help")
    assert isinstance(error, ErrorMessage)
    assert reply.outcome == Outcome.SUCCEEDED


async def test_a_web_page_cannot_connect() -> None:
    async with serving(DemoLink()) as port:
        with pytest.raises(InvalidStatus):
            await connect(f"ws://127.0.0.1:{port}/", origin="http://evil.example", proxy=None)  # type: ignore[arg-type]


async def test_frames_are_not_compressed() -> None:
    async with serving(DemoLink()) as port, outsider(port) as client:
        assert client.socket.protocol.extensions == []


async def test_a_broken_book_is_told_and_the_demo_world_is_not_shown() -> None:
    link = BrokenLink("mypack", LinkError(Failure.QUESTS_MISSING, "mypack"))
    async with serving(link) as port, outsider(port) as client:
        reply = await client.ask("show my quests")
        helped = await client.ask("help")
    assert (reply.outcome, reply.code, reply.cards) == (Outcome.FAILED, Failure.QUESTS_MISSING, ())
    assert "mypack" in words(reply.spoken[0])
    assert helped.outcome == Outcome.SUCCEEDED


async def test_stopping_the_engine_ends_connections_in_the_middle_of_a_request() -> None:
    link = slow_link()
    async with AsyncExitStack() as clients:
        async with serving(link) as port:
            client = await clients.enter_async_context(outsider(port))
            await client.start("show my quests")
        link.gate.set()  # type: ignore[union-attr]
        await asyncio.wait_for(client.socket.wait_closed(), 5)
        assert client.socket.close_code == 1001


@pytest.mark.slow
async def test_a_silent_client_hears_the_heartbeat_and_is_given_up() -> None:
    async with serving(DemoLink()) as port, outsider(port) as client:
        beat = await client.receive()
        await asyncio.wait_for(client.socket.wait_closed(), 10)
    assert isinstance(beat, Ping)
    assert client.socket.close_code == 1001
