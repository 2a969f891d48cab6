"""The engine under load: a served world in a process of its own, with players who have it all.

The bench speaks to it through a pipe: it tells port and tokens first, then answers MEMORY, and
tells every player something on NOTICE, until STOP.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from uuid import UUID

from companion.commands.bench.engine_descriptors import raise_limit
from companion.engine.access.devices import Devices
from companion.engine.access.identity import PlayerId
from companion.engine.access.records import DEVICES, RecordFile
from companion.engine.console.served_world import ServedWorld, Serving
from companion.engine.runtime import DEFAULT_SYSTEM
from companion.games.registry import open_link
from companion.language.phrase import literal
from companion.protocol.responses import Notice
from companion.support.clock import SystemClock
from companion.support.collector import settle

MEMORY, NOTICE, STOP = "memory", "notice", "stop"
_STATM = Path("/proc/self/statm")
_PAGE_BYTES = 4096


class NoGame:
    """A game in which nobody pairs: the devices are there."""

    async def online(self, name: str) -> PlayerId | None:
        """Nobody."""
        return None

    async def show_code(self, player: PlayerId, code: str, seconds: float) -> None:
        """Never asked for."""


def serve(pipe: Connection, folder: Path, players: int) -> None:
    """Be the engine's process."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    raise_limit(players)
    asyncio.run(_serve(pipe, folder, tuple(UUID(int=number + 1) for number in range(players))))


async def _serve(pipe: Connection, folder: Path, players: tuple[UUID, ...]) -> None:
    tokens = await _paired(folder, players)
    world = ServedWorld(Serving(folder, open_link(None), NoGame()), SystemClock())
    port = await world.start()
    try:
        await world.runtime.world.store.ready()
        grant = world.runtime.bindings.grant_on_pair
        await asyncio.gather(*(grant(player, DEFAULT_SYSTEM) for player in players))
        await world.runtime.warmed()
        settle()  # as `companion serve` does
        pipe.send((port, tokens))
        while (order := await asyncio.to_thread(pipe.recv)) != STOP:
            if order == MEMORY:
                pipe.send(_resident_bytes())
            else:
                _tell_everybody(world)
    finally:
        await world.stop()


async def _paired(folder: Path, players: tuple[UUID, ...]) -> list[str]:
    """Put a device of each player into the world's list; gives their tokens."""
    book = [b""]

    async def keep(data: bytes) -> None:
        book[0] = data

    devices, now = Devices(None, keep), SystemClock().wall()
    tokens = [await devices.add(one, f"p{one.int}", "bench", now) for one in players]
    await RecordFile(folder, DEVICES).write(book[0])
    return tokens


def _tell_everybody(world: ServedWorld) -> None:
    runtime, notice = world.runtime, Notice(literal("The server restarts in five minutes."))
    for player in runtime.presence.online():
        runtime.presence.send(player, notice)


def _resident_bytes() -> int | None:
    """Memory of this process; None where that cannot be asked."""
    try:
        return int(_STATM.read_text().split()[1]) * _PAGE_BYTES
    except OSError:
        return None
