"""A service that refuses, breaks off, floods or talks nonsense."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import aclosing

import msgspec
import pytest

from companion.engine.models.failure import ModelError
from companion.engine.models.model import ModelRequest
from companion.engine.models.openai_chat import OpenAIChat
from companion.support.errors import Failure
from tests.helpers.models_make import read, request
from tests.model_server.scenario import Scenario, Trouble
from tests.model_server.server import ModelServer

Ask = Callable[[OpenAIChat, ModelRequest], Awaitable[object]]


async def whole(chat: OpenAIChat, asked: ModelRequest) -> object:
    return await chat.complete(asked)


async def streamed(chat: OpenAIChat, asked: ModelRequest) -> object:
    return await read(chat, asked)


BOTH = pytest.mark.parametrize("ask", [whole, streamed])


async def failure(
    server: ModelServer, ask: Ask, scenario: Scenario, **fields: object
) -> ModelError:
    """How a call ends; it must have been made exactly once."""
    server.default = scenario
    chat = OpenAIChat(server.config(), server.environment)
    with pytest.raises(ModelError) as failed:
        await ask(chat, request(**fields))
    assert len(server.asked) == 1, "a paid call is never repeated"
    return failed.value


@BOTH
@pytest.mark.parametrize(
    ("status", "code", "told"),
    [
        (400, "invalid_request_error", Failure.MODEL_REQUEST_REFUSED),
        (402, "insufficient_balance", Failure.MODEL_UNPAID),
        (403, "permission_denied", Failure.MODEL_NO_PERMISSION),
        (404, "model_not_found", Failure.MODEL_SETTING_WRONG),
        (408, "timeout", Failure.MODEL_SILENT),
        (409, "conflict", Failure.MODEL_SETTING_WRONG),
        (429, "rate_limit_exceeded", Failure.MODEL_BUSY),
        (429, "insufficient_quota", Failure.MODEL_UNPAID),
        (500, "server_error", Failure.MODEL_SERVICE_ERROR),
        (503, "overloaded", Failure.MODEL_BUSY),
    ],
)
async def test_a_refusal_says_why_and_is_not_asked_again(
    ask: Ask, status: int, code: str, told: Failure, server: ModelServer
) -> None:
    scenario = Scenario(trouble=Trouble.REFUSE, status=status, error={"code": code})

    error = await failure(server, ask, scenario)

    assert (error.failure, error.detail, error.was_sent) == (told, f"{status} {code}", True)


@BOTH
async def test_a_service_that_asks_to_be_left_alone_says_for_how_long(
    ask: Ask, server: ModelServer
) -> None:
    headers = {"Retry-After": "7", "x-should-retry": "true"}

    error = await failure(
        server, ask, Scenario(trouble=Trouble.REFUSE, status=429, headers=headers)
    )

    assert (error.failure, error.retry_after_s) == (Failure.MODEL_BUSY, 7.0)


@BOTH
async def test_a_wrong_key_is_told_apart_and_tried_once(ask: Ask, server: ModelServer) -> None:
    chat = OpenAIChat(server.config(), {"SYSTEM_DEEPSEEK_API_KEY": "sk-wrong-canary"})

    with pytest.raises(ModelError) as failed:
        await ask(chat, request())

    assert failed.value.failure is Failure.MODEL_KEY_WRONG
    assert (len(server.headers), len(server.asked)) == (1, 0)


@BOTH
@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (Trouble.REFUSE_IN_HTML, Failure.MODEL_SERVICE_ERROR),
        (Trouble.REDIRECT, Failure.MODEL_SETTING_WRONG),
        (Trouble.CUT_BEFORE_REPLY, Failure.MODEL_UNREACHABLE),
        (Trouble.COMPRESSED, Failure.MODEL_GARBLED),
        (Trouble.NO_JSON, Failure.MODEL_GARBLED),
        (Trouble.DEEP_JSON, Failure.MODEL_GARBLED),
        (Trouble.BAD_UTF8, Failure.MODEL_GARBLED),
        (Trouble.NO_OBJECT, Failure.MODEL_GARBLED),
        (Trouble.NO_CHOICES, Failure.MODEL_GARBLED),
    ],
)
async def test_what_is_no_reply_has_a_reason(
    ask: Ask, trouble: Trouble, told: Failure, server: ModelServer
) -> None:
    error = await failure(server, ask, Scenario(trouble=trouble))

    assert (error.failure, error.was_sent) == (told, True)


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (Trouble.CUT, Failure.MODEL_TRUNCATED),
        (Trouble.END_WITHOUT_FINISH, Failure.MODEL_TRUNCATED),
        (Trouble.HTML, Failure.MODEL_TRUNCATED),
        (Trouble.ERROR_IN_STREAM, Failure.MODEL_SERVICE_ERROR),
    ],
)
async def test_a_stream_that_breaks_off_has_a_reason(
    trouble: Trouble, told: Failure, server: ModelServer
) -> None:
    error = await failure(server, streamed, Scenario(trouble=trouble))

    assert (error.failure, error.was_sent) == (told, True)


async def test_words_that_came_before_a_cut_were_heard(server: ModelServer) -> None:
    server.default = Scenario(trouble=Trouble.CUT)
    deltas = OpenAIChat(server.config(), server.environment).stream(request())

    assert (await anext(deltas)).text == "Two "
    with pytest.raises(ModelError):
        await anext(deltas)


@pytest.mark.parametrize(
    "trouble", [Trouble.STALL_BEFORE_REPLY, Trouble.STALL, Trouble.ONLY_COMMENTS]
)
async def test_a_silent_service_is_left_at_the_deadline(
    trouble: Trouble, server: ModelServer
) -> None:
    async with asyncio.timeout(3):
        error = await failure(server, streamed, Scenario(trouble=trouble), timeout_s=0.3)
        await server.hung_up.wait()

    assert (error.failure, error.was_sent) == (Failure.MODEL_SILENT, True)


@pytest.mark.parametrize("trouble", [Trouble.ENDLESS, Trouble.ENDLESS_LINE])
async def test_an_endless_stream_is_left_after_so_many_bytes(
    trouble: Trouble, server: ModelServer
) -> None:
    async with asyncio.timeout(10):
        error = await failure(
            server, streamed, Scenario(trouble=trouble), timeout_s=60.0, output_tokens=1
        )
        await server.hung_up.wait()

    assert (error.failure, error.detail) == (Failure.MODEL_GARBLED, "an endless reply")


async def test_an_endless_stream_is_left_at_the_deadline(server: ModelServer) -> None:
    async with asyncio.timeout(3):
        error = await failure(
            server, streamed, Scenario(trouble=Trouble.ENDLESS), timeout_s=0.2, output_tokens=8000
        )
        await server.hung_up.wait()

    assert error.failure is Failure.MODEL_SILENT


async def test_cancelling_a_call_closes_its_connection(server: ModelServer) -> None:
    server.default = Scenario(trouble=Trouble.STALL_BEFORE_REPLY)
    chat = OpenAIChat(server.config(), server.environment)
    task = asyncio.get_running_loop().create_task(chat.complete(request(timeout_s=60.0)))
    await server.seen(1)

    task.cancel()
    async with asyncio.timeout(3):
        await asyncio.gather(task, return_exceptions=True)
        await server.hung_up.wait()

    assert task.cancelled()


async def test_leaving_a_stream_closes_its_connection(server: ModelServer) -> None:
    server.default = Scenario(trouble=Trouble.ENDLESS)
    chat = OpenAIChat(server.config(), server.environment)

    async with asyncio.timeout(3):
        async with aclosing(chat.stream(request(timeout_s=60.0))) as deltas:
            await anext(deltas)
        await server.hung_up.wait()

    assert len(server.asked) == 1


async def test_a_service_that_is_not_there_is_told_and_nothing_left(server: ModelServer) -> None:
    await server.stop()
    chat = OpenAIChat(server.config(), server.environment)

    with pytest.raises(ModelError) as failed:
        await chat.complete(request())

    assert (failed.value.failure, failed.value.was_sent) == (Failure.MODEL_UNREACHABLE, False)


@pytest.mark.skipif(sys.platform != "linux", reason="a full backlog refuses elsewhere")
async def test_a_service_that_does_not_pick_up_is_left_after_the_connections_time(
    server: ModelServer,
) -> None:
    with socket.socket() as deaf, contextlib.ExitStack() as waiting:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        for _ in range(2):  # the backlog holds no more
            client = waiting.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(deaf.getsockname())
        config = server.config(timeout_millis=100)
        config = msgspec.structs.replace(
            config, base_url=f"http://127.0.0.1:{deaf.getsockname()[1]}"
        )
        with pytest.raises(ModelError) as failed:
            async with asyncio.timeout(5):
                await OpenAIChat(config, server.environment).complete(request(timeout_s=60.0))

    assert (failed.value.failure, failed.value.was_sent) == (Failure.MODEL_UNREACHABLE, False)


@BOTH
@pytest.mark.parametrize("base_url", ["http://127.0.0.1:99999999", "https://[", "https://a..b"])
async def test_an_address_that_is_none_is_a_setting_or_a_place_nobody_is(
    ask: Ask, base_url: str, server: ModelServer
) -> None:
    config = msgspec.structs.replace(server.config(), base_url=base_url)

    with pytest.raises(ModelError) as failed:
        async with asyncio.timeout(10):
            await ask(OpenAIChat(config, server.environment), request())

    assert failed.value.failure in (Failure.MODEL_SETTING_WRONG, Failure.MODEL_UNREACHABLE)
    assert not failed.value.was_sent
