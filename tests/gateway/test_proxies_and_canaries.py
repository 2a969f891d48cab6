"""What holds for both clouds: the system's proxy is used, and no secret reaches a log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from companion.speech.asr.aliyun_nls import AliyunRecognizer
from companion.speech.asr.nls_token import NlsToken
from companion.speech.events import Synthesize
from companion.speech.hot_words import HotWordMaker
from companion.speech.tts.qwen import QwenSynthesizer
from companion.speech.tts.qwen_failures import QwenVoice
from companion.support.errors import CompanionError, Failure
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.nls_scenario import NlsScenario, NlsTrouble
from tests.gateway.utterances import hear
from tests.helpers.meter import FakeMeter

pytestmark = pytest.mark.gateway

DEAD = "http://127.0.0.1:9"


async def recognise(gateway: LoopbackGateway) -> None:
    await hear(AliyunRecognizer(gateway.account, gateway.endpoints))


async def recognise_with_a_token(gateway: LoopbackGateway) -> None:
    recognizer = AliyunRecognizer(gateway.account, gateway.endpoints)
    gateway.token.valid.add("f" * 32)
    recognizer._tokens._token = NlsToken("f" * 32, 4e9)  # so that the socket meets the proxy
    await hear(recognizer)


async def speak(gateway: LoopbackGateway) -> None:
    synthesizer = QwenSynthesizer(gateway.key, gateway.voice)
    async for _ in synthesizer.synthesize(Synthesize("Hello.", "en")):
        pass


@pytest.mark.parametrize("proxy", [DEAD, "socks5://127.0.0.1:9", "nonsense"])
@pytest.mark.parametrize("call", [recognise, recognise_with_a_token, speak])
async def test_a_dead_proxy_is_told_and_does_not_hang(
    proxy: str, call: object, gateway: LoopbackGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, proxy)
    with pytest.raises(CompanionError) as failed:
        async with asyncio.timeout(60):
            await call(gateway)  # type: ignore[operator]
    assert failed.value.failure is Failure.SPEECH_UNREACHABLE
    assert (gateway.record.logins, sum(gateway.record.posts.values())) == (0, 0)


async def test_hosts_that_need_no_proxy_are_reached_past_a_dead_one(
    gateway: LoopbackGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", DEAD)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    await recognise(gateway)
    await speak(gateway)
    assert (len(gateway.record.tasks), sum(gateway.record.posts.values())) == (1, 1)


@pytest_asyncio.fixture
async def leaving_proxy(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[bytes]]:
    """A proxy that accepts and hangs up; what it was asked."""
    asked: list[bytes] = []

    async def accept_and_leave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(accept_and_leave, "127.0.0.1", 0) as proxy:
        port = proxy.sockets[0].getsockname()[1]
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{port}")
        yield asked


async def test_what_a_proxy_is_asked_before_the_request_is_no_paid_call(
    leaving_proxy: list[bytes],
) -> None:
    meter = FakeMeter()
    voice = QwenVoice("qwen3-tts-flash", "Cherry", "https://dashscope.invalid/api/v1")
    synthesizer = QwenSynthesizer("sk-1", voice, meter)
    with pytest.raises(CompanionError) as failed:
        await anext(synthesizer.synthesize(Synthesize("Hello.", "en")))
    assert failed.value.failure is Failure.SPEECH_UNREACHABLE
    assert leaving_proxy[0].startswith(b"CONNECT dashscope.invalid:443")
    assert meter.paid == []


async def test_what_a_proxy_is_asked_before_the_request_makes_no_table_of_hot_words(
    leaving_proxy: list[bytes],
) -> None:
    maker = HotWordMaker("sk-1", "https://dashscope.invalid/api/v1")
    with pytest.raises(CompanionError) as failed:
        await maker.make(["Cogwheel"], "fun-asr-realtime", "en")
    assert failed.value.failure is Failure.SPEECH_UNREACHABLE
    assert len(leaving_proxy) == 1


async def test_no_key_token_or_word_reaches_a_log_or_an_error(
    gateway: LoopbackGateway, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    said: list[str] = []
    for trouble in (NlsTrouble.NONE, NlsTrouble.CLOSE_IN_SOUND, NlsTrouble.FAIL_IN_SOUND):
        gateway.nls.plan.append(NlsScenario(final="canary words", trouble=trouble))
    gateway.nls.refuse_logins = 1
    for call in (recognise, recognise, recognise, speak):
        try:
            await call(gateway)
        except CompanionError as error:
            said.append(repr(error))
    gateway.nls.refuse_logins = 2
    with pytest.raises(CompanionError) as refused:
        await recognise(gateway)
    said += [repr(refused.value), caplog.text, *map(repr, caplog.records)]
    said += [str(record.args) for record in caplog.records]
    secret = {*gateway.token.valid, "canary", "Signature="}
    assert "HTTP Request" in caplog.text
    assert [word for word in secret if any(word in text for text in said)] == []
