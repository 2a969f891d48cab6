"""The operator's console: lines in, sentences out. What is typed here has every right (G18)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from typing import TextIO

from companion.engine.console.served_world import ServedWorld
from companion.engine.console.terminal import is_terminal, typed
from companion.language.phrase import Phrase, phrase
from companion.support.errors import CompanionError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

STOP, HELP = "stop", "help"
PREFIX = "system"
MAX_LINE_CHARACTERS = 1_024
COMPLETE_S = 2.0


class Console:
    """Runs an operator's lines. On the engine's loop; one thread waits for the next line."""

    def __init__(self, world: ServedWorld, say: Callable[[Phrase], None]) -> None:
        self._world = world
        self._say = say
        self._ended = asyncio.Event()

    def read(self, lines: TextIO) -> None:
        """Take lines from now on; their end is not the end of the engine."""
        loop = asyncio.get_running_loop()
        handed = asyncio.Queue[str](16)

        async def suggest(line: str) -> tuple[str, ...]:
            return self._world.complete(line)

        def complete(line: str) -> tuple[str, ...]:
            return asyncio.run_coroutine_threadsafe(suggest(line), loop).result(COMPLETE_S)

        def wait() -> None:
            come = typed(complete) if is_terminal(lines) else _lines(lines)
            with contextlib.suppress(RuntimeError, ValueError):  # the loop or the stream ended
                for line in come:
                    asyncio.run_coroutine_threadsafe(handed.put(line), loop).result()

        threading.Thread(target=wait, name="console", daemon=True).start()
        spawn(self._run(handed), "console")

    def end(self) -> None:
        """Stop serving: a signal came."""
        self._ended.set()

    async def until_stopped(self) -> None:
        """Wait for the order to stop."""
        await self._ended.wait()

    async def take(self, line: str) -> None:
        """Run one line and say what came of it; a line that breaks, breaks alone."""
        words = line.strip().removeprefix("/")
        if words.split(" ", 1)[0] == PREFIX:
            words = words[len(PREFIX) :].strip()
        if not words:
            return
        if words == STOP:
            self.end()
            return
        if words == HELP:
            self._say(phrase("console.help", list=", ".join((*self._world.usages(), STOP))))
            return
        try:
            told = await self._world.order(words)
        except CompanionError as error:
            told = (phrase(f"failure.{error.failure}", detail=error.detail),)
        except Exception as error:  # noqa: BLE001 - the console goes on
            logger.error("the line broke: %s", type(error).__name__)
            told = (phrase("failure.internal"),)
        for words_told in told if told is not None else (phrase("console.unknown"),):
            self._say(words_told)

    async def _run(self, handed: asyncio.Queue[str]) -> None:
        while True:
            await self.take(await handed.get())


def _lines(lines: TextIO) -> Iterator[str]:
    while line := lines.readline(MAX_LINE_CHARACTERS):
        yield line
