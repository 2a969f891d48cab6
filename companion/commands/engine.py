"""`companion engine`: the engine as a child process; its parent speaks to it through its pipes.

One JSON line comes in, `{"token", "instance", "locale"}`, and one goes out, `{"port"}` or
`{"failure", "detail"}`. It ends when its standard input ends, that is, with its parent. The token
is never on a command line, and nothing else is written to standard output.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Annotated, BinaryIO, TextIO

import msgspec

from companion.engine.broken_link import BrokenLink
from companion.engine.server import EngineServer
from companion.engine.world import embedded_world
from companion.games.link import Link
from companion.games.registry import open_link
from companion.support.clock import SystemClock
from companion.support.collector import settle
from companion.support.errors import Failure, LinkError
from companion.support.locales import Locale
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

MAX_LINE_BYTES = 64 * 1024


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the parent says first.

    Attributes:
        instance: Minecraft folder; empty for the demo world.
    """

    token: Annotated[str, msgspec.Meta(min_length=16, max_length=256)]
    instance: str = ""
    locale: Locale = "en_us"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: what it needs comes through its pipe."""
    parser.epilog = __doc__


def run(_: argparse.Namespace) -> int:
    """Serve until standard input ends."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal ends the parent first
    answers = _take_stdout()
    try:
        words = json.loads(sys.stdin.buffer.readline(MAX_LINE_BYTES))  # a folder may be no UTF-8
        start = msgspec.convert(words, type=Start)
    except (ValueError, RecursionError):
        _say(answers, {"failure": Failure.INVALID_MESSAGE, "detail": "no start line"})
        return 2
    try:
        asyncio.run(_serve(start, answers))
    except OSError as error:
        _say(
            answers, {"failure": Failure.ENGINE_NOT_STARTED, "detail": error.strerror or str(error)}
        )
        return 1
    return 0


async def _serve(start: Start, answers: TextIO) -> None:
    folder = embedded_world(start.instance)
    link = _open(start.instance)
    server = EngineServer(link, start.token, SystemClock(), start.locale, folder)
    _say(answers, {"port": await server.start()})
    spawn(_settle(server), "settle")
    try:
        await _end_of(sys.stdin.buffer)
    finally:
        await server.stop()


async def _settle(server: EngineServer) -> None:
    """Leave what was read at the start out of collections, once all of it was."""
    await server.runtime.warmed()
    settle()


def _open(instance: str) -> Link:
    """Open the game; one that cannot be opened is told of in every answer."""
    path = Path(instance) if instance else None
    try:
        return open_link(path)
    except LinkError as error:
        logger.warning("instance not opened: %s", error.failure)
        return BrokenLink(path.name if path else "", error)


async def _end_of(stream: BinaryIO) -> None:
    """Wait until a pipe ends, on a thread of its own that never keeps the process alive."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def wait() -> None:
        while stream.read(4096):
            pass
        with contextlib.suppress(RuntimeError):  # the loop ended first
            loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=wait, name="stdin", daemon=True).start()
    await ended.wait()


def _take_stdout() -> TextIO:
    """Keep standard output for the one line; whatever else prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _say(answers: TextIO, line: dict[str, object]) -> None:
    with contextlib.suppress(BrokenPipeError):
        answers.write(msgspec.json.encode(line).decode() + "\n")
        answers.flush()
