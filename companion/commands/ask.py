"""`companion ask TEXT`: one question to an engine, its answer as plain text.

Without `--engine` an engine of its own answers, and keeps nothing but in `--world`. With it, the
device's token is read from `COMPANION_TOKEN`. The exit status tells how it ended: 0 done or
a choice offered, 1 failed, 2 no answer, 3 done in part, 4 busy or cancelled.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from companion import __version__
from companion.cards.library import CardLibrary, load_library
from companion.cards.view import Variant
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.client.reach import why_unreachable
from companion.commands import folders
from companion.engine.access.address import is_loopback
from companion.engine.listener import HOST
from companion.engine.server import EngineServer
from companion.games.registry import open_link
from companion.protocol.cards.update import RemoveCard
from companion.protocol.client_session import ClientSession
from companion.protocol.limits import (
    CLOSE_UNAUTHORIZED,
    CLOSE_VERSION,
    MAX_CHAT_CHARACTERS,
    MAX_SERVER_FRAME_BYTES,
)
from companion.protocol.responses import Outcome, Reply
from companion.protocol.session_event import Answered, ConnectionLost, RequestFailed, SessionEvent
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure
from companion.support.resources import LOCALES
from companion.support.trust import trust

TOKEN_VARIABLE = "COMPANION_TOKEN"
OPEN_TIMEOUT_S = 10.0
NO_ANSWER = 2
STATUS = {
    Outcome.SUCCEEDED: 0,
    Outcome.FAILED: 1,
    Outcome.PARTIAL: 3,
    Outcome.BUSY: 4,
    Outcome.CANCELLED: 4,
}
_CLOSED = {CLOSE_UNAUTHORIZED: Failure.UNAUTHORIZED, CLOSE_VERSION: Failure.VERSION_MISMATCH}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = __doc__
    parser.add_argument("text", type=_words, help="what a player would say or type")
    parser.add_argument(
        "--engine", metavar="URL", type=_url, help="ws:// on this computer, else wss://"
    )
    parser.add_argument(
        "--instance",
        "--game",
        dest="game",
        type=folders.existing,
        metavar="FOLDER",
        help="Minecraft folder; the demo world without it",
    )
    parser.add_argument(
        "--world",
        type=folders.to_be_kept_in,
        metavar="FOLDER",
        help="what the engine keeps, and its `knowledge` folder; without it nothing is kept",
    )
    parser.add_argument("--json", action="store_true", help="print the reply as one JSON object")
    parser.add_argument("--locale", choices=LOCALES, default=LOCALES[0])


def run(arguments: argparse.Namespace) -> int:
    """Ask and print; see the module for the exit status."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    library = load_library(arguments.locale)
    try:
        reply = asyncio.run(_ask(arguments))
    except CompanionError as error:
        if arguments.json:
            print(json.dumps({"failure": error.failure}))
        text = library.translations.text(f"failure.{error.failure}", detail=error.detail)
        print(text, file=sys.stderr)
        return NO_ANSWER
    if arguments.json:
        print(msgspec.json.encode(reply).decode())
    else:
        print("\n".join(_lines(reply, library)))
    return STATUS[reply.outcome]


async def _ask(arguments: argparse.Namespace) -> Reply:
    if arguments.engine:
        token = os.environ.get(TOKEN_VARIABLE, "")
        return await ask(arguments.engine, token, arguments.text, arguments.locale)
    async with _own_engine(arguments) as (url, token):
        return await ask(url, token, arguments.text, arguments.locale)


def _words(text: str) -> str:
    """Refuse what no engine takes."""
    if not text.strip():
        raise argparse.ArgumentTypeError("there is nothing to ask; write a sentence")
    if len(text) > MAX_CHAT_CHARACTERS:
        raise argparse.ArgumentTypeError(f"longer than {MAX_CHAT_CHARACTERS} characters; ask less")
    return text


def _url(text: str) -> str:
    """Refuse an address over which a token would be said in the clear."""
    parts = urlsplit(text)
    if parts.scheme not in ("ws", "wss") or not parts.hostname:
        raise argparse.ArgumentTypeError(f"{text} is no address; write ws://127.0.0.1:7385")
    if parts.scheme == "ws" and not is_loopback(parts.hostname):
        raise argparse.ArgumentTypeError(f"{text} is not encrypted; write wss://")
    return text


@asynccontextmanager
async def _own_engine(arguments: argparse.Namespace) -> AsyncIterator[tuple[str, str]]:
    token = secrets.token_urlsafe(32)
    link = open_link(arguments.game)
    with tempfile.TemporaryDirectory(prefix="companion-ask-") as spare:
        world = arguments.world or Path(spare)
        server = EngineServer(link, token, SystemClock(), arguments.locale, world)
        port = await server.start()
        try:
            yield f"ws://{HOST}:{port}/", token
        finally:
            await server.stop()


async def ask(url: str, token: str, text: str, locale: str) -> Reply:
    """Ask an engine something.

    Raises:
        CompanionError: There is no answer, and why.
    """
    session, clock = ClientSession(locale, __version__), SystemClock()
    try:
        async with connect(
            url,
            proxy=None if is_loopback(urlsplit(url).hostname or "") else True,
            ssl=trust() if url.startswith("wss:") else None,
            compression=None,
            max_size=MAX_SERVER_FRAME_BYTES,
            ping_interval=None,
            open_timeout=OPEN_TIMEOUT_S,
        ) as socket:
            session.connect(token, clock.monotonic())
            session.chat(text, clock.monotonic())
            return await _answer(session, socket, clock)
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else 0
        raise CompanionError(_CLOSED.get(code, Failure.CONNECTION_LOST)) from closed
    except (OSError, WebSocketException) as error:
        raise CompanionError(why_unreachable(error), type(error).__name__) from error


async def _answer(session: ClientSession, socket: ClientConnection, clock: Clock) -> Reply:
    """Drive the session until it knows how the question ended."""
    while True:
        for frame in session.data_to_send():
            await socket.send(frame)
        due = (session.next_deadline() or 0.0) - clock.monotonic()
        try:
            async with asyncio.timeout(max(0.0, due)):
                session.receive(await socket.recv(), clock.monotonic())
        except TimeoutError:
            session.tick(clock.monotonic())
        for event in session.events():
            if reply := _end(event):
                return reply


def _end(event: SessionEvent) -> Reply | None:
    """The reply, if the event is one.

    Raises:
        CompanionError: The event says that none will come.
    """
    match event:
        case Answered(reply):
            return reply
        case RequestFailed(failure=failure) | ConnectionLost(failure=failure):
            raise CompanionError(failure)
        case _:
            return None


def _lines(reply: Reply, library: CardLibrary) -> Iterator[str]:
    """The answer's words, then each card's plain text, which may begin with the same words."""
    text = library.translations.render(reply.text)
    if text:
        yield text
    for update in reply.cards:
        if isinstance(update, RemoveCard):
            continue
        source = CardSource(update.ref, update.data, CardViewState())
        view = build_view(source, library, Variant.PLAIN)
        yield ""
        yield from [line for line in view.plain if line != text] or [view.title]
