"""A world served in this process, and companions of players who pair with it."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import connect

from companion.engine.access.identity import PlayerId, offline_id
from companion.engine.console.served_world import ServedWorld, Serving
from companion.games.demo.link import DemoLink
from companion.games.link import Link
from companion.protocol.bounds import BOUNDS, Bounds
from companion.protocol.requests import ClientMessage, Hello
from companion.protocol.responses import ErrorMessage, ServerMessage
from companion.protocol.signon import Pair, Pairing
from companion.support.clock import SystemClock
from tests.helpers.engine_client import Outsider


@dataclass
class Game:
    """A game that shows codes to players; everybody but Nobody is in it."""

    codes: dict[str, str] = field(default_factory=dict)

    async def online(self, name: str) -> PlayerId | None:
        return None if name == "Nobody" else PlayerId(offline_id(name), name)

    async def show_code(self, player: PlayerId, code: str, seconds: float) -> None:
        self.codes[player.name] = code


@dataclass
class House:
    """The served world, its game, its port."""

    world: ServedWorld
    game: Game
    port: int

    @asynccontextmanager
    async def peer(self, token: str = "", origin: str | None = None) -> AsyncIterator[Outsider]:
        """A connection whose hello shows a token; nothing is read yet."""
        url = f"ws://127.0.0.1:{self.port}/"
        async with connect(url, proxy=None, origin=origin) as socket:  # type: ignore[arg-type]
            client = Outsider(socket)
            await client.send(Hello(1, token, "en_us"))
            yield client

    @asynccontextmanager
    async def player(self, name: str) -> AsyncIterator[Outsider]:
        """A player's companion, newly paired and welcomed."""
        async with self.peer(await self.token_of(name)) as client:
            await client.receive()
            yield client

    async def token_of(self, name: str) -> str:
        """Pair a companion."""
        async with self.peer() as client:
            await client.send(Pair(uuid.uuid4(), player=name, device="laptop"))
            await client.next(Pairing)
            await client.send(Pair(uuid.uuid4(), code=self.game.codes[name], device="laptop"))
            paired = await client.next(Pairing)
        assert isinstance(paired, Pairing)
        return str(paired.token)


async def refused(client: Outsider, message: ClientMessage) -> str:
    """Send what is refused; gives the code."""
    await client.send(message)
    error = await client.next(ErrorMessage)
    assert isinstance(error, ErrorMessage)
    return error.code


async def until_closed(client: Outsider) -> tuple[list[ServerMessage], int]:
    """Everything until the engine hangs up, and the close code."""
    came: list[ServerMessage] = []
    try:
        while True:
            came.append(await client.receive())
    except Exception:  # noqa: BLE001 - however it ended, the code says it
        return came, client.socket.close_code or 0


@asynccontextmanager
async def house(
    folder: Path, bounds: Bounds = BOUNDS, link: Link | None = None
) -> AsyncIterator[House]:
    """Serve a world; its store is open."""
    game = Game()
    world = ServedWorld(Serving(folder, link or DemoLink(), game, bounds=bounds), SystemClock())
    port = await world.start()
    try:
        await world.runtime.world.store.ready()
        yield House(world, game, port)
    finally:
        await world.stop()
