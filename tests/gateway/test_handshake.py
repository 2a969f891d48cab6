"""The gateway against what other clients do, so that it may judge ours."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.gateway.loopback import LoopbackGateway
from tests.gateway.ws_frames import TEXT, FrameReader, accept_of, frame_bytes

pytestmark = pytest.mark.gateway


async def upgrade(gateway: LoopbackGateway, *lines: str) -> tuple[str, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    target = "GET /ws/v1 HTTP/1.1"
    writer.write("\r\n".join((target, "Host: gateway", *lines, "", "")).encode())
    answer = (await reader.readuntil(b"\r\n\r\n")).decode()
    if " 403 " in answer:
        answer += (await reader.read()).decode()
    return answer, writer


async def test_the_vendors_double_key_is_answered_by_the_first(gateway: LoopbackGateway) -> None:
    gateway.token.valid.add("t")
    answer, writer = await upgrade(
        gateway,
        "X-NLS-Token: t",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Version: 13",
    )
    # The answer to the example key is the one of RFC 6455, section 1.3.
    assert "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in answer
    writer.close()


async def test_a_refused_login_is_text_that_quotes_the_token(gateway: LoopbackGateway) -> None:
    answer, writer = await upgrade(gateway, "x-nls-token: stale", "Sec-WebSocket-Key: a")
    assert answer.startswith("HTTP/1.1 403")
    assert "Server: Tengine" in answer
    assert "'stale' is invalid" in answer
    writer.close()


async def test_what_a_client_does_wrong_is_noted(gateway: LoopbackGateway) -> None:
    gateway.token.valid.add("t")
    _, writer = await upgrade(gateway, "X-NLS-Token: t", "Sec-WebSocket-Key: a")
    header = {"name": "StopRecognition", "task_id": "short", "message_id": "short"}
    writer.write(frame_bytes(TEXT, json.dumps({"header": header, "payload": {}}).encode()))
    writer.close()
    await gateway.record.hung_up.wait()
    found = gateway.record.violations
    assert "an unmasked frame" in found
    assert "Stop with a payload" in found
    assert "task_id is not 32 hex digits" in found
    assert "StopRecognition while IDLE" in found
    found.clear()


def test_frames_are_read_however_they_are_cut() -> None:
    reader = FrameReader()
    data = frame_bytes(TEXT, b"x" * 70_000) + frame_bytes(TEXT, b"y" * 200)
    frames = [
        frame for at in range(0, len(data), 999) for frame in reader.feed(data[at : at + 999])
    ]
    assert [frame.payload for frame in frames] == [b"x" * 70_000, b"y" * 200]


def test_the_accept_header_is_that_of_the_standard() -> None:
    assert accept_of("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
