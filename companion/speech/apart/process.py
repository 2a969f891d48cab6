"""The speech process as its parent sees it: started at its first call, and again after a crash."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from companion.speech.apart.messages import (
    Begin,
    Cancel,
    Frames,
    Listen,
    Reply,
    Request,
    Say,
    Warm,
    framed,
    replies,
)
from companion.support.errors import CompanionError
from companion.support.loops import spawn
from companion.support.own_process import environment, own_command

logger = logging.getLogger(__name__)

READ_BYTES = 1 << 16
END_DEADLINE_S = 1.0
"""For the child to end once its input ended; then it is made to."""


class SpeechProcessGoneError(Exception):
    """The process ended in the middle of a call; another try may start another one."""


class Call:
    """One request and what comes of it.

    Attributes:
        answers: None when the child is gone.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.answers: asyncio.Queue[Reply | None] = asyncio.Queue()

    async def reply(self) -> Reply:
        """Wait for the next reply.

        Raises:
            SpeechProcessGoneError: The child ended meanwhile.
        """
        reply = await self.answers.get()
        if reply is None:
            raise SpeechProcessGoneError
        return reply


class SpeechProcess:
    """One child, for ears or a voice. Lives on the loop.

    Args:
        language: What it loads when it warms up.
        command: Replaced by tests.
    """

    def __init__(self, language: str, command: Sequence[str] | None = None) -> None:
        self._language = language
        self._command = tuple(command or own_command("speech"))
        self._starting = asyncio.Lock()
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Queue[Reply | None]] = {}
        self._calls = 0

    @property
    def pid(self) -> int | None:
        """Process id of the child that runs, for the log and for tests."""
        return self._process.pid if self._process else None

    @asynccontextmanager
    async def asking(self, make: Callable[[int], Warm | Listen | Say]) -> AsyncIterator[Call]:
        """Ask something; leaving early has the child give it up.

        Args:
            make: Makes the request from the number of its call.

        Raises:
            SpeechProcessGoneError: The child cannot be started.
        """
        await self._started()
        self._calls += 1
        call = Call(self._calls)
        self._waiting[call.number] = call.answers
        self.send(make(call.number))
        try:
            yield call
        finally:
            del self._waiting[call.number]
            self.send(Cancel(call.number))

    def send(self, request: Request) -> None:
        """Write a request; one for a child that is gone goes nowhere."""
        process = self._process
        if process is not None and process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(framed(request))

    async def end(self) -> None:
        """End the child."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(END_DEADLINE_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        if self._reading:
            await asyncio.wait({self._reading}, timeout=END_DEADLINE_S)

    async def _started(self) -> None:
        async with self._starting:
            if self._process is not None:
                return
            try:
                self._process = await self._spawned()
            except OSError as error:
                raise SpeechProcessGoneError from error
            logger.info("speech process %d", self._process.pid)
            self._reading = spawn(self._read(self._process), "speech process")
            self.send(Begin(self._language))

    async def _spawned(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=None if sys.stderr is not None else DEVNULL,
            env=environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        frames = Frames()
        try:
            while data := await process.stdout.read(READ_BYTES):
                for payload in frames.feed(data):
                    self._hand_out(replies.decode(payload))
        except (CompanionError, msgspec.DecodeError):
            logger.exception("speech process %d talks nonsense", process.pid)
            process.kill()
        await process.wait()
        self._gone(process)

    def _hand_out(self, reply: Reply) -> None:
        if (queue := self._waiting.get(reply.call)) is not None:
            queue.put_nowait(reply)

    def _gone(self, process: Process) -> None:
        if self._process is process:
            logger.error("speech process %d ended with %s", process.pid, process.returncode)
            self._process = None
        for queue in self._waiting.values():
            queue.put_nowait(None)
