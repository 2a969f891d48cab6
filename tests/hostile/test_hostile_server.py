"""A client whose server floods it, lies to it or breaks off: it goes on, and says one reason."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import UUID

import pytest
from websockets.asyncio.server import ServerConnection, serve

from companion.client.engine_source import EngineAddress, FixedEngine
from companion.client.state import MAX_ENTRIES
from companion.language.phrase import literal
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import ReplaceCard, ShowCard
from companion.protocol.codec import decode_client, encode
from companion.protocol.limits import MAX_SERVER_FRAME_BYTES
from companion.protocol.requests import Chat
from companion.protocol.responses import Notice, Outcome, Reply, ServerMessage, State, Welcome
from tests.helpers.client_rig import quest_list
from tests.helpers.client_watch import Watched
from tests.integration.test_client_and_engine import client_of

STATE = State("World", "Alex", "demo", 3, 2, progress_known=True)
CARD = CardRef(UUID(int=7), 0)
END = Notice(literal("the end"))

Serve = Callable[["Evil"], Awaitable[None]]


class Evil:
    """The server's side of one connection."""

    def __init__(self, socket: ServerConnection, number: int) -> None:
        self.socket = socket
        self.number = number

    async def say(self, *messages: ServerMessage) -> None:
        for message in messages:
            await self.socket.send(encode(message))

    async def asked(self) -> Chat:
        """The next question; whatever else comes is passed over."""
        while True:
            message = decode_client(str(await self.socket.recv()))
            if isinstance(message, Chat):
                return message


@asynccontextmanager
async def beside(serving: Serve) -> AsyncIterator[Watched]:
    """A client that is welcomed by a server of the test's making."""
    numbers: list[int] = []

    async def talk(socket: ServerConnection) -> None:
        await socket.recv()
        numbers.append(len(numbers))
        evil = Evil(socket, numbers[-1])
        await evil.say(Welcome(1, 1), STATE)
        await serving(evil)

    async with serve(talk, "127.0.0.1", 0, max_size=None) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with client_of(FixedEngine(EngineAddress(url, "t", is_server=True))) as client:
            await client.until(lambda state: state.engine)
            yield client


async def test_a_question_gets_through_while_notices_never_end() -> None:
    heard = asyncio.Event()

    async def flood(evil: Evil) -> None:
        question = asyncio.ensure_future(evil.asked())  # noqa: TID251 - ends with the test
        while not question.done():
            await evil.say(*(Notice(literal("more")),) * 50)
        heard.set()
        await evil.socket.wait_closed()

    async with beside(flood) as client:
        await client.until(lambda state: len(state.entries) == MAX_ENTRIES)
        client.client.send("help")
        await asyncio.wait_for(heard.wait(), 60)
    assert max(len(state.entries) for state in client.states) == MAX_ENTRIES


async def test_thousands_of_notices_leave_the_newest_in_their_order() -> None:
    async def flood(evil: Evil) -> None:
        await evil.say(*(Notice(literal(str(number))) for number in range(3_000)))
        await evil.socket.wait_closed()

    async with beside(flood) as client:
        await client.until(lambda state: client.log[-1:] == ["2999"])
        assert client.log == [str(number) for number in range(3_000 - MAX_ENTRIES, 3_000)]


async def test_cards_as_large_as_a_frame_are_taken_and_what_follows_too() -> None:
    large = Notice(literal(""), (), (ShowCard(CARD, quest_list(22_000)),))
    assert MAX_SERVER_FRAME_BYTES // 2 < len(encode(large)) < MAX_SERVER_FRAME_BYTES

    async def serving(evil: Evil) -> None:
        await evil.say(large, large, END)
        await evil.socket.wait_closed()

    async with beside(serving) as client:
        await client.until(lambda state: "the end" in client.log)
        (card,) = client.state.cards
    assert len(card.data.quests) == 22_000  # type: ignore[union-attr]


BAD = {
    "too large": "a" * (MAX_SERVER_FRAME_BYTES + 1),
    "unknown type": '{"type":"system:bomb"}',
    "unknown key": '{"type":"system:ping","more":1}',
    "cut": '{"type":"system:notice","text":',
    "deep": "[" * 100_000,
    "binary": b"\x00" * 100,
    "null": '{"type":"system:reply","request":null}',
    "huge number": '{"type":"system:welcome","protocol":1' + "0" * 400 + "}",
}


@pytest.mark.parametrize("frame", BAD.values(), ids=BAD)
async def test_a_frame_that_makes_no_sense_costs_its_connection_and_one_reason(
    frame: str | bytes,
) -> None:
    async def serving(evil: Evil) -> None:
        if evil.number == 0:
            await evil.socket.send(frame)
        else:
            await evil.say(END)
        await evil.socket.wait_closed()

    async with beside(serving) as client:
        await client.until(lambda state: "the end" in client.log)
    assert client.log == ["failure.connection_lost", "client.engine.back", "the end"]


async def test_answers_to_other_requests_and_second_answers_are_nobodys() -> None:
    async def serving(evil: Evil) -> None:
        request = (await evil.asked()).request
        true, other, old, more = (
            Reply(request, 1, Outcome.SUCCEEDED, literal("true")),
            Reply(UUID(int=9), 1, Outcome.SUCCEEDED, literal("of another")),
            Reply(request, 99, Outcome.SUCCEEDED, literal("of another connection")),
            Reply(request, 1, Outcome.FAILED, literal("once more")),
        )
        await evil.say(other, old, true, more, true, END)
        await evil.socket.wait_closed()

    async with beside(serving) as client:
        client.client.send("help")
        await client.until(lambda state: "the end" in client.log)
        assert client.log == ["help", "true", "the end"]


async def test_updates_of_cards_that_are_not_there_change_nothing() -> None:
    first, old, foreign = CardRef(CARD.id, 5), CardRef(CARD.id, 4), CardRef(UUID(int=8), 1)

    async def serving(evil: Evil) -> None:
        shown, data = ShowCard(first, quest_list(3)), quest_list(5)
        updates = (ReplaceCard(foreign, data), ReplaceCard(old, data), ReplaceCard(first, data))
        await evil.say(Notice(literal(""), (), (shown,)), Notice(literal(""), (), updates), END)
        await evil.socket.wait_closed()

    async with beside(serving) as client:
        await client.until(lambda state: "the end" in client.log)
        (card,) = client.state.cards
    assert (card.ref, card.data) == (first, quest_list(3))


@pytest.mark.parametrize("how", ["half closed", "torn off"])
async def test_a_connection_that_breaks_off_fails_what_was_asked_once_and_is_made_anew(
    how: str,
) -> None:
    async def serving(evil: Evil) -> None:
        if evil.number == 0:
            await evil.asked()
            transport = evil.socket.transport
            transport.write_eof() if how == "half closed" else transport.abort()
        else:
            await evil.say(END)
        await evil.socket.wait_closed()

    async with beside(serving) as client:
        client.client.send("help")
        await client.until(lambda state: "the end" in client.log)
    assert client.log == ["help", "failure.connection_lost", "client.engine.back", "the end"]
