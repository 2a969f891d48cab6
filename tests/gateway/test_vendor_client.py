"""The vendor's own client as outside judge: what it accepts, our gateway does right."""

from __future__ import annotations

import asyncio
import base64
import urllib.request
from typing import Any

import pytest

from tests.gateway.loopback import LoopbackGateway
from tests.gateway.qwen_scenario import QwenScenario, QwenTrouble
from tests.gateway.sound import tone, wav

dashscope = pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")

pytestmark = [pytest.mark.gateway, pytest.mark.filterwarnings("default")]

TEXT = "打开第二个任务。"


def spoken(gateway: LoopbackGateway, *, key: str = "", stream: bool = True) -> list[Any]:
    dashscope.base_http_api_url = gateway.qwen_base_url
    answer = dashscope.MultiModalConversation.call(
        model="qwen3-tts-flash",
        api_key=key or gateway.key,
        text=TEXT,
        voice="Cherry",
        language_type="Chinese",
        stream=stream,
    )
    return list(answer) if stream else [answer]


async def test_it_gets_the_sound_and_the_final_file(gateway: LoopbackGateway) -> None:
    chunks = await asyncio.to_thread(spoken, gateway)
    assert {chunk.status_code for chunk in chunks} == {200}
    sound = b"".join(base64.b64decode(chunk.output.audio["data"]) for chunk in chunks)
    url = chunks[-1].output.audio["url"]
    file = await asyncio.to_thread(lambda: urllib.request.urlopen(url).read())
    assert sound == tone(0.3 + 0.05 * len(TEXT))
    assert file == wav(sound)
    assert chunks[-1].output.finish_reason == "stop"
    assert chunks[-1].usage.characters == 15


async def test_without_streaming_it_gets_the_file_only(gateway: LoopbackGateway) -> None:
    (answer,) = await asyncio.to_thread(lambda: spoken(gateway, stream=False))
    assert answer.status_code == 200
    assert answer.output.audio["url"].endswith(".wav")


async def test_it_reads_our_refusals(gateway: LoopbackGateway) -> None:
    (answer,) = await asyncio.to_thread(lambda: spoken(gateway, key="sk-wrong"))
    assert (answer.status_code, answer.code) == (401, "InvalidApiKey")


async def test_it_reads_our_errors_within_a_stream(gateway: LoopbackGateway) -> None:
    gateway.qwen.default = QwenScenario(
        trouble=QwenTrouble.ERROR_IN_STREAM, code="DataInspectionFailed", message="no"
    )
    *_, last = await asyncio.to_thread(spoken, gateway)
    assert (last.status_code, last.code) == (400, "DataInspectionFailed")
