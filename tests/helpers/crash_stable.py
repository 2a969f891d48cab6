"""Engines to be killed: `companion serve`, each a process of its own, forked from one that is warm.

Run as `python -m tests.helpers.crash_stable FD`: over the socket FD comes the folder of a world
with the pipes for the engine's console, and back goes its process id, then how it ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.crash_extension import EFFECTS, install

ROOT = Path(__file__).resolve().parents[2]
STARTS_S = 20.0
ERRORS = "errors.log"
"""What all engines of a world said to standard error."""


@dataclass
class Engine:
    """A running engine and its console.

    Attributes:
        process: Its id.
        url: Where it serves, once `serves` came back.
    """

    process: int
    writes: int
    reads: asyncio.StreamReader
    url: str = ""

    async def serves(self) -> str:
        """Wait until it does; gives where."""
        self.url = re.findall(r"ws://[\d.]+:\d+", await self.says())[0]
        return self.url

    async def says(self) -> str:
        """The next line of its console."""
        async with asyncio.timeout(STARTS_S):
            line = await self.reads.readline()
        if not line:
            raise ConnectionError("the engine is gone")
        return line.decode().strip()

    async def types(self, line: str) -> str:
        """Type a line; gives what it says next."""
        os.write(self.writes, f"{line}\n".encode())
        return await self.says()

    def kill(self) -> None:
        """SIGKILL, now."""
        os.kill(self.process, signal.SIGKILL)


class Stable:
    """Starts engines, one at a time."""

    def __init__(self, folder: Path) -> None:
        self._control, theirs = socket.socketpair()
        path = os.pathsep.join((str(ROOT), str(install(folder))))
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.crash_stable", str(theirs.fileno())],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
            pass_fds=(theirs.fileno(),),
        )
        theirs.close()
        self._control.settimeout(60)

    @contextlib.asynccontextmanager
    async def engine(self, folder: Path) -> AsyncIterator[Engine]:
        """An engine; dead at the end, and by SIGKILL."""
        (stdin, writes), (reads, stdout) = os.pipe(), os.pipe()
        await asyncio.to_thread(
            socket.send_fds, self._control, [str(folder).encode()], [stdin, stdout]
        )
        os.close(stdin)
        os.close(stdout)
        process = int(await asyncio.to_thread(self._control.recv, 64))
        stream = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(reads, "rb")
        )
        engine = Engine(process, writes, stream)
        try:
            yield engine
        finally:
            with contextlib.suppress(ProcessLookupError):
                engine.kill()
            ended = int(await asyncio.to_thread(self._control.recv, 64))
            transport.close()
            os.close(writes)
            assert ended == -signal.SIGKILL, f"the engine ended by itself: {_errors(folder)}"

    def close(self) -> None:
        """End the warm process."""
        self._control.close()
        self._server.wait(20)


def _errors(folder: Path) -> str:
    path = folder / ERRORS
    return "\n".join(path.read_text().splitlines()[-20:]) if path.exists() else ""


def serve(control: socket.socket) -> None:
    """Be the warm process."""
    main = _warm()
    while True:
        folder, fds, _, _ = socket.recv_fds(control, 4096, 2)
        if not folder:
            return
        child = os.fork()
        if child == 0:
            _be_engine(main, folder.decode(), *fds)
        for fd in fds:
            os.close(fd)
        control.send(str(child).encode())
        _, status = os.waitpid(child, 0)
        control.send(str(os.waitstatus_to_exitcode(status)).encode())


def _warm():
    """Import and read what every engine reads, and start nothing."""
    from companion.__main__ import main
    from companion.engine.console.player_names import ConsoleMessages
    from companion.engine.console.served_world import ServedWorld, Serving
    from companion.games.registry import open_link
    from companion.support.clock import SystemClock

    with tempfile.TemporaryDirectory() as folder:
        world = Path(folder)
        game = ConsoleMessages(world, lambda _: None)
        ServedWorld(Serving(world, open_link(None), game), SystemClock())
    return main


def _be_engine(main, folder: str, stdin: int, stdout: int) -> None:
    try:
        os.dup2(stdin, 0)
        os.dup2(stdout, 1)
        os.dup2(os.open(Path(folder) / ERRORS, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
        os.environ[EFFECTS] = str(Path(folder) / "effects")
        main(["serve", "--world", str(Path(folder) / "world"), "--listen", "127.0.0.1:0"])
    except BaseException:  # noqa: BLE001 - it ends here, and says why
        traceback.print_exc()
    finally:
        os._exit(1)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
