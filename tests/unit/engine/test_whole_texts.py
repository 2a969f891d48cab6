"""Texts that come whole are taken where they are read; in pieces they mean the same."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed

from companion.games.demo.link import DemoLink
from companion.protocol.codec import encode
from companion.protocol.responses import Notice, Outcome, Reply
from tests.helpers.engine_client import Outsider, chat, outsider, serving


@pytest.fixture
async def client() -> AsyncIterator[Outsider]:
    async with serving(DemoLink()) as port, outsider(port) as client:
        yield client


async def in_pieces(client: Outsider, text: str) -> None:
    frame = encode(chat(text))
    await client.socket.send([frame[:7], frame[7:20], frame[20:]])


async def test_a_request_in_pieces_is_answered(client: Outsider) -> None:
    await in_pieces(client, "show my quests")
    reply = await client.next(Reply)
    assert isinstance(reply, Reply)
    assert reply.outcome is Outcome.SUCCEEDED


async def test_what_follows_a_request_in_pieces_is_not_taken_before_it(client: Outsider) -> None:
    await in_pieces(client, "show my quests")
    second = chat("help")
    await client.send(second)
    replies = [await client.next(Reply) for _ in range(2)]
    busy = [r.request for r in replies if isinstance(r, Reply) and r.outcome is Outcome.BUSY]
    assert busy in ([], [second.request])


async def test_a_text_that_is_no_text_ends_the_connection(client: Outsider) -> None:
    await client.socket.send(b"\xff\xfe", text=True)
    with pytest.raises(ConnectionClosed) as closed:
        await client.next(Notice)  # which nobody sends
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007
