"""`companion serve` as a process of its own, and companions that sign on to it."""

from __future__ import annotations

import asyncio
import os
import re
import ssl
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from websockets.asyncio.client import connect

from companion.protocol.requests import Hello
from companion.protocol.signon import Pair, Pairing, PairingStep
from tests.helpers.engine_client import Outsider

ROOT = Path(__file__).resolve().parents[2]
SERVE = (sys.executable, "-m", "companion", "serve", "--listen", "127.0.0.1:0")


@dataclass
class Served:
    """A serving process, its console, and where companions find it."""

    process: asyncio.subprocess.Process
    url: str

    async def types(self, line: str) -> str:
        """Type a line at the console; gives what it says next."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        return await self.says()

    async def says(self) -> str:
        assert self.process.stdout
        async with asyncio.timeout(60):
            return (await self.process.stdout.readline()).decode().strip()


@asynccontextmanager
async def served(world: Path, *options: str, **environment: str) -> AsyncIterator[Served]:
    """Serve a world on a free port; ended at the end.

    Args:
        world: Its folder.
        options: Further words of the command; the last of two counts.
        environment: Beside that of the tests.
    """
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *SERVE,
        *("--world", str(world), *options),
        stdin=pipe,
        stdout=pipe,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    found = Served(process, "")
    try:
        found.url = (await found.says()).split(" ")[3].rstrip(".")
        yield found
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.wait(), 60)


@asynccontextmanager
async def peer(url: str, token: str = "", trust: ssl.SSLContext | None = None):
    """A companion that said hello; gives it and the answer."""
    async with connect(url, proxy=None, ssl=trust) as socket:
        client = Outsider(socket)
        await client.send(Hello(1, token, "en_us"))
        yield client, await client.receive()


async def paired(world: Served, name: str = "Alex") -> str:
    """Sign a companion on with the code that the console says; gives its token."""
    async with peer(world.url) as (client, _):
        await client.send(Pair(uuid.uuid4(), player=name, device="laptop"))
        told = await client.next(Pairing)
        (code,) = re.findall(r"\b\d{6}\b", await world.says())
        await client.send(Pair(uuid.uuid4(), code=code, device="laptop"))
        done = await client.next(Pairing)
    assert isinstance(told, Pairing)
    assert isinstance(done, Pairing)
    assert (told.step, done.step) == (PairingStep.ENTER_CODE, PairingStep.PAIRED)
    return str(done.token)
