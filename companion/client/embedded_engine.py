"""The engine as a child process of the client: started, watched, restarted, ended.

The token travels over the child's standard input, never on a command line; the child ends when
that input ends, so it never outlives the client, however the client ends.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import subprocess
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence

from companion.client.child_process import end, log_lines, say, surely
from companion.client.connection import wait_before
from companion.client.engine_source import EngineAddress
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure
from companion.support.own_process import environment, own_command

logger = logging.getLogger(__name__)

START_DEADLINE_S = 20.0
"""The child says its port within this, also on a slow and busy computer."""
NOTICE_DEADLINE_S = 0.5
"""How long a lost connection waits to learn whether the process ended with it."""
STEADY_S = 60.0
"""An engine that ran this long starts the waiting between restarts from the beginning."""
MAX_LINE_BYTES = 64 * 1024


def engine_command() -> tuple[str, ...]:
    """The command that runs the engine."""
    return own_command("engine")


class EmbeddedEngine:
    """Runs one engine at a time. Loop thread only; implements `EngineSource`.

    Args:
        instance: Minecraft folder; empty for the demo world.
        locale: Language of the player.
        clock: Measures how long an engine lived.
        command: Replaced by tests.
    """

    def __init__(
        self,
        instance: str,
        locale: str,
        clock: Clock,
        command: Sequence[str] | None = None,
    ) -> None:
        self._instance = instance
        self._locale = locale
        self._clock = clock
        self._on_up: Callable[[], None] = lambda: None
        self._command = tuple(command or engine_command())
        self._process: Process | None = None
        self._hurry = asyncio.Event()
        self._outcome: asyncio.Future[EngineAddress] | None = None

    async def run(self) -> None:
        """Keep an engine running until cancelled, then end it."""
        attempt = 0
        while True:
            began = self._clock.monotonic()
            await self._live_once()
            if self._clock.monotonic() - began >= STEADY_S:
                attempt = 0
            await self._pause(wait_before(attempt, secrets.randbelow(1000) / 1000))
            attempt += 1

    async def address(self) -> EngineAddress:
        """Wait until the engine answers.

        Raises:
            CompanionError: The last start failed; the next one is under way.
        """
        return await asyncio.shield(self._promise())

    async def why_lost(self, *, was_silent: bool) -> Failure:
        """Say whether the engine's process ended; one that only fell silent is ended."""
        process = self._process
        if process is None:
            return Failure.ENGINE_STOPPED
        if was_silent and process.returncode is None:
            logger.error("engine %d fell silent and is ended", process.pid)
            process.kill()
        try:
            async with asyncio.timeout(NOTICE_DEADLINE_S):
                await process.wait()
        except TimeoutError:
            return Failure.CONNECTION_LOST
        if self._process is process and self._outcome and self._outcome.done():
            self._outcome = None  # whoever connects again is not sent to the one that ended
        return Failure.ENGINE_STOPPED

    def refused(self) -> Failure:
        """The next engine is handed another token."""
        return Failure.UNAUTHORIZED

    def tell_when_up(self, callback: Callable[[], None]) -> None:
        """Have a function called each time an engine answers."""
        self._on_up = callback

    def hurry(self) -> None:
        """Start at once what waits to be started again."""
        self._hurry.set()

    def keep(self, token: str) -> None:
        """The embedded engine is handed its token; it gives none."""

    @property
    def pid(self) -> int | None:
        """Process id of the running engine, for the log and for tests."""
        return self._process.pid if self._process else None

    async def _live_once(self) -> None:
        """Start an engine and wait for its end."""
        token = secrets.token_hex(32)
        promise = self._promise()
        try:
            self._process = process = await self._spawn()
        except OSError as error:
            self._refuse(CompanionError(Failure.ENGINE_NOT_STARTED, error.strerror or str(error)))
            return
        log = asyncio.get_running_loop().create_task(log_lines(process))
        try:
            port = await self._greet(process, token)
            logger.info("engine %d listens on port %d", process.pid, port)
            promise.set_result(EngineAddress(f"ws://127.0.0.1:{port}/", token))
            self._on_up()
            code = await process.wait()
            logger.error("engine %d ended with code %s", process.pid, code)
        except CompanionError as error:
            logger.error("engine %d did not start: %s", process.pid, error)
            self._refuse(error)
        except Exception as error:
            logger.exception("engine %d is not usable", process.pid)
            self._refuse(CompanionError(Failure.ENGINE_NOT_STARTED, type(error).__name__))
        finally:
            if self._outcome is promise:
                self._outcome = None
            self._process = None
            await surely(end(process, log))

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._hurry.wait()
        except TimeoutError:
            pass
        self._hurry.clear()

    async def _spawn(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=MAX_LINE_BYTES,
            env=environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    async def _greet(self, process: Process, token: str) -> int:
        """Hand over the token and read the port.

        Raises:
            CompanionError: The engine said why it cannot run, said nothing, or said nonsense.
        """
        words = {"token": token, "instance": self._instance, "locale": self._locale}
        try:
            async with asyncio.timeout(START_DEADLINE_S):
                return port_of(await say(process, json.dumps(words)))
        except TimeoutError as error:
            raise CompanionError(Failure.ENGINE_NOT_STARTED, "no answer in time") from error
        except (OSError, ValueError) as error:
            raise CompanionError(Failure.ENGINE_NOT_STARTED, type(error).__name__) from error

    def _promise(self) -> asyncio.Future[EngineAddress]:
        if self._outcome is None:
            self._outcome = asyncio.get_running_loop().create_future()
        return self._outcome

    def _refuse(self, error: CompanionError) -> None:
        promise = self._promise()
        if not promise.done():
            promise.set_exception(error)
            promise.exception()  # Nobody may be waiting; that is no fault.
        self._outcome = None


def port_of(line: bytes) -> int:
    """Read the engine's first line.

    Raises:
        CompanionError: It names the reason why it cannot run, or is no such line.
    """
    try:
        said = json.loads(line)
        if type(port := said.get("port")) is int and 0 < port < 65_536:
            return port
        failure = Failure(said["failure"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CompanionError(Failure.ENGINE_NOT_STARTED, "no port line") from error
    raise CompanionError(failure, str(said.get("detail", "")))
