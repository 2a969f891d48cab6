"""The system's proxy is used; neither key nor words reach a log, an error or a stranger."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
import traceback
from pathlib import Path

import pytest

from companion.engine.models import transport
from companion.engine.models.failure import ModelError
from companion.engine.models.openai_chat import OpenAIChat, _transport, warm_up
from companion.support.errors import Failure
from tests.helpers.models_make import read, request
from tests.model_server.scenario import Scenario, Trouble
from tests.model_server.server import ModelServer

ROOT = Path(__file__).parents[2]
DEAD = "http://127.0.0.1:9"
STATED = {
    "host", "connection", "accept", "content-type", "user-agent", "content-length",
    "accept-encoding", "authorization",
}  # fmt: skip


async def ask(server: ModelServer, **fields: object) -> None:
    await OpenAIChat(server.config(**fields), server.environment).complete(request())


@pytest.mark.parametrize("proxy", [DEAD, "socks5://127.0.0.1:9", "nonsense"])
async def test_a_dead_proxy_is_told_and_does_not_hang(
    proxy: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, proxy)

    with pytest.raises(ModelError) as failed:
        async with asyncio.timeout(5):
            await ask(server)

    assert (failed.value.failure, failed.value.was_sent) == (Failure.MODEL_UNREACHABLE, False)
    assert server.headers == []


async def test_hosts_that_need_no_proxy_are_reached_past_a_dead_one(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", DEAD)
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    await ask(server)

    assert len(server.asked) == 1


async def test_what_a_proxy_is_asked_before_the_request_is_no_paid_call(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def accept_and_leave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await writer.drain()
        writer.close()

    config = server.config()
    cloud = type(config)(base_url="https://models.invalid/v1")
    async with await asyncio.start_server(accept_and_leave, "127.0.0.1", 0) as proxy:
        port = proxy.sockets[0].getsockname()[1]
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{port}")
        with pytest.raises(ModelError) as failed:
            await OpenAIChat(cloud, server.environment).complete(request())

    assert (failed.value.failure, failed.value.was_sent) == (Failure.MODEL_UNREACHABLE, False)
    assert asked[0].startswith(b"CONNECT models.invalid:443")
    assert b"canary" not in asked[0]


async def test_keys_and_headers_of_other_services_stay_here(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-stranger-key")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-stranger")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-stranger")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Stranger: 1\nAuthorization: Bearer stranger")
    monkeypatch.setenv("OPENAI_BASE_URL", DEAD)

    await ask(server)

    (headers,) = server.headers
    assert {name.lower() for name, _ in headers} == STATED
    assert "stranger" not in repr(headers)


async def test_a_service_without_keys_gets_none(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-stranger-key")
    server.key = ""

    await ask(server, key_variable="")

    (headers,) = server.headers
    assert "authorization" not in {name.lower() for name, _ in headers}


@pytest.mark.behaviour("SET-038")
async def test_no_key_and_no_word_reaches_a_log_or_an_error(
    server: ModelServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_LOG", "debug")
    caplog.set_level(logging.DEBUG)
    told: list[str] = []
    for trouble in Trouble:
        server.plan.append(
            Scenario("canary words", trouble=trouble, error={"message": "bad sk-canary-key"})
        )
        try:
            chat = OpenAIChat(server.config(), server.environment)
            await read(chat, request(timeout_s=0.15))
        except ModelError as error:
            told += [repr(error), *traceback.format_exception(error)]
    wrong = OpenAIChat(server.config(), {"SYSTEM_DEEPSEEK_API_KEY": "sk-canary-wrong"})
    with pytest.raises(ModelError) as refused:
        await wrong.complete(request())
    told += [*traceback.format_exception(refused.value), caplog.text]

    assert len(server.asked) == len(Trouble)
    assert [text for text in told if "canary" in text or "What is open" in text] == []


def test_the_library_is_not_loaded_before_somebody_asks() -> None:
    code = "import sys, companion.engine.models.gateway, companion.engine.models.openai_chat;"
    code += "sys.exit('openai' in sys.modules)"

    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, timeout=60)

    assert ended.returncode == 0


async def test_the_library_is_loaded_away_from_the_loop() -> None:
    where: list[int] = []
    _transport.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transport, "trust", lambda: where.append(threading.get_ident()))
        await warm_up()

    assert where
    assert threading.get_ident() not in where
