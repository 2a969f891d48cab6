"""Texts that come whole are taken where they are read; in pieces they mean the same."""

from __future__ import annotations

import logging
import zlib
from collections.abc import AsyncIterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from companion.games.demo.link import DemoLink
from companion.protocol.bounds import FRAME_BURST
from companion.protocol.codec import encode
from companion.protocol.responses import Notice, Outcome, Reply
from tests.helpers.engine_client import Outsider, chat, outsider, serving

EMPTY_PING = Frame(Opcode.PING, b"").serialize(mask=True)
PACKED = 0x40
"""The bit that says so (RFC 7692, 6)."""


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


async def test_a_flood_is_broken_off_once_and_the_rest_of_it_is_dropped(
    client: Outsider, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="companion.engine.access.doorway")
    client.socket.transport.write(EMPTY_PING * (4 * int(FRAME_BURST)))
    await client.socket.wait_closed()
    assert [record.message.split(": ")[-1] for record in caplog.records] == ["a flood of frames"]


async def test_what_is_packed_against_the_agreement_is_not_unpacked(client: Outsider) -> None:
    packer = zlib.compressobj(9, wbits=-15)
    bomb = packer.compress(bytes(20_000_000)) + packer.flush(zlib.Z_SYNC_FLUSH)
    frame = bytearray(Frame(Opcode.TEXT, bomb[:-4]).serialize(mask=True))
    frame[0] |= PACKED
    client.socket.transport.write(frame)
    await client.socket.wait_closed()
    assert client.socket.close_code == 1002


async def test_a_request_that_comes_a_byte_a_frame_is_answered(client: Outsider) -> None:
    await client.socket.send(iter(encode(chat("show my quests"))))
    reply = await client.next(Reply)
    assert isinstance(reply, Reply)
    assert reply.outcome is Outcome.SUCCEEDED
