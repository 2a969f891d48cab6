"""The smallest server that signs companions on: door, gate and codes over a real WebSocket."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import AsyncIterator
from uuid import uuid4

import msgspec
from websockets.asyncio.server import ServerConnection, serve

from companion.engine.access.devices import Devices
from companion.engine.access.doorway import GuardedConnection, guarded
from companion.engine.access.encrypting import Encryption
from companion.engine.access.gate import Gate, SignedIn
from companion.engine.access.limits import Door
from companion.engine.access.pairing import CodesInGame
from companion.engine.access.signon import SignOnByName
from companion.protocol.limits import CLOSE_UNAUTHORIZED
from companion.protocol.requests import Hello
from companion.protocol.signon import Pair
from companion.support.errors import CompanionError
from tests.helpers.access_world import Disk, Game
from tests.helpers.clock import ManualClock


class SignOnServer:
    """Answers strangers' pairings; tells known companions who they are."""

    def __init__(self, game: Game) -> None:
        self.clock = ManualClock()
        self.door = Door()
        self.devices = Devices(None, Disk().write)
        self.gate = Gate(self.devices)
        self.sign_on = SignOnByName(CodesInGame(), self.devices, game, self.clock, self._paired)

    @contextlib.asynccontextmanager
    async def serving(self, context: ssl.SSLContext) -> AsyncIterator[int]:
        """Listen on a free port of loopback, encrypted."""
        encryption = Encryption(context, handshake_s=10.0, shutdown_s=2.0)
        kind = guarded(self.door, self.clock, encryption=encryption)
        async with serve(self._serve, "127.0.0.1", 0, create_connection=kind) as server:
            yield server.sockets[0].getsockname()[1]

    async def _paired(self, player: object) -> None:
        """Nothing follows."""

    async def _serve(self, websocket: ServerConnection) -> None:
        assert isinstance(websocket, GuardedConnection)
        hello = msgspec.json.decode(await websocket.recv(), type=Hello)
        who = self.gate.who(hello.token)
        if who is None:
            await websocket.close(CLOSE_UNAUTHORIZED)
            return
        self.door.known(websocket.number or 0)
        if isinstance(who, SignedIn):
            await websocket.send(who.player.name)
        else:
            await self._pair(websocket)

    async def _pair(self, websocket: GuardedConnection) -> None:
        attempt = uuid4()
        async for frame in websocket:
            message = msgspec.json.decode(frame, type=Pair)
            try:
                answer = await self.sign_on.pair(attempt, message, websocket.address)
                await websocket.send(msgspec.json.encode(answer).decode())
            except CompanionError as error:
                await websocket.send(str(error.failure))
        self.sign_on.left(attempt)
