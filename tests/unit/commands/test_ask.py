"""`companion ask`: an answer as text or JSON, and an exit status that means something."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from companion.__main__ import main
from companion.commands.ask import STATUS
from companion.language.phrase import literal
from companion.protocol.codec import decode_client, encode
from companion.protocol.requests import Chat
from companion.protocol.responses import Accepted, ErrorMessage, Outcome, Reply, Welcome
from companion.support.errors import Failure
from tests.helpers.access_certificates import make_certificate

LONG_VALID = datetime(2020, 1, 1, tzinfo=UTC), datetime(2120, 1, 1, tzinfo=UTC)
"""Judged by the real clock."""


@contextmanager
def engine_that(answer: object, tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """An engine on another thread that gives every question one answer, or closes with a code."""
    ready, done = threading.Event(), threading.Event()
    port: list[int] = []

    async def talk(socket: ServerConnection) -> None:
        await socket.recv()
        if isinstance(answer, int):
            await socket.close(answer)
            return
        await socket.send(encode(Welcome(1, 7)))
        chat = decode_client(await socket.recv())
        assert isinstance(chat, Chat)
        await socket.send(encode(Accepted(chat.request, 30.0)))
        await socket.send(encode(answer(chat.request)))  # type: ignore[operator]
        await socket.wait_closed()

    async def run() -> None:
        async with serve(talk, "127.0.0.1", 0, ssl=tls) as server:
            port.append(server.sockets[0].getsockname()[1])
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    ready.wait(10)
    try:
        yield f"{'wss' if tls else 'ws'}://127.0.0.1:{port[0]}"
    finally:
        done.set()
        thread.join()


def test_its_own_engine_shows_the_cards_as_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["ask", "show my quests"])
    shown = capsys.readouterr().out
    assert status == 0
    assert "15 quests are open." in shown
    assert "1. Stone Age" in shown


def test_json_is_the_reply_as_it_came(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "我的任务", "--json", "--locale", "zh_cn"]) == 0
    reply = json.loads(capsys.readouterr().out)
    assert (reply["outcome"], reply["action"]) == ("SUCCEEDED", "system:quest_list")


@pytest.mark.parametrize("outcome", Outcome)
def test_the_exit_status_tells_how_it_ended(outcome: Outcome) -> None:
    with engine_that(lambda request: Reply(request, 7, outcome, literal("hm"))) as url:
        assert main(["ask", "help", "--engine", url]) == STATUS[outcome]
    assert (STATUS[outcome] == 0) == (outcome is Outcome.SUCCEEDED)


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (4003, Failure.UNAUTHORIZED),
        (4001, Failure.VERSION_MISMATCH),
        (1000, Failure.CONNECTION_LOST),
        (lambda r: ErrorMessage(Failure.NOT_PAIRED, literal(""), r), Failure.NOT_PAIRED),
    ],
    ids=["token", "version", "gone", "not paired"],
)
def test_no_answer_is_status_two_with_the_reason(
    answer: object, failure: Failure, capsys: pytest.CaptureFixture[str]
) -> None:
    with engine_that(answer) as url:
        assert main(["ask", "help", "--json", "--engine", url]) == 2
    assert json.loads(capsys.readouterr().out) == {"failure": failure}


def test_nobody_there_is_status_two_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "help", "--json", "--engine", "ws://127.0.0.1:1"]) == 2
    said = capsys.readouterr()
    assert json.loads(said.out) == {"failure": Failure.SERVER_REFUSED}
    assert "companion serve" in said.err


def test_a_certificate_that_nobody_vouches_for_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make_certificate(tmp_path, *LONG_VALID)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(made.certificate, made.key)
    with engine_that(4003, tls) as url:
        assert main(["ask", "help", "--json", "--engine", url]) == 2
    assert json.loads(capsys.readouterr().out) == {"failure": Failure.CERTIFICATE_UNTRUSTED}


@pytest.mark.parametrize(
    "url", ["ws://example.org:7385", "http://127.0.0.1:7385", "example", "ws://"]
)
def test_a_token_is_never_said_in_the_clear_to_another_computer(url: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["ask", "help", "--engine", url])
    assert refused.value.code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([" "], "write a sentence"),
        (["任" * 2_001], "longer than 2000"),
        (["help", "--game", "/nowhere/at/all"], "is no folder"),
        (["help", "--world", __file__], "is a file"),
    ],
    ids=["empty", "too long", "no game", "no world"],
)
def test_what_cannot_be_asked_is_refused_with_what_to_do(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["ask", *words])
    assert refused.value.code == 2
    assert said in capsys.readouterr().err
