"""One world served to its players: runtime, devices, entrance, operators, administration."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from ssl import SSLContext
from uuid import UUID

from companion.engine.access.administration import Administration, Lines
from companion.engine.access.binding import Baseline
from companion.engine.access.devices import Devices
from companion.engine.access.gate import Gate
from companion.engine.access.identity import CONSOLE, Executor, PlayerId
from companion.engine.access.levels import AiLevel
from companion.engine.access.limits import ConnectionBounds, Door
from companion.engine.access.listening import CertificateFiles, Place, load
from companion.engine.access.operators import Named, Operators, OpsFile
from companion.engine.access.pairing import CodesInGame
from companion.engine.access.records import DEVICES, RecordFile
from companion.engine.access.signon import PrivateMessages, SignOnByName
from companion.engine.config.access import AccessConfig
from companion.engine.config.reload import reload_configuration
from companion.engine.entrance import Entrance
from companion.engine.presence import Grant
from companion.engine.runtime import DEFAULT_SYSTEM, Runtime, Setup
from companion.engine.server import LOOPBACK, Listener, PlayerServer
from companion.games.link import Link
from companion.language.translations import FALLBACK_LOCALE
from companion.protocol.bounds import BOUNDS, Bounds
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

OPS = "ops.json"


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served, and where.

    Attributes:
        folder: The world's; a Minecraft server's own folder names operators and players.
        game: Shows a pairing code to its player.
        tls: None for plain.
        certificate: Where `tls` came from; read again with the configuration.
        bounds: Of one connection.
    """

    folder: Path
    link: Link
    game: PrivateMessages
    place: Place = LOOPBACK
    tls: SSLContext | None = None
    certificate: CertificateFiles | None = None
    locale: str = FALLBACK_LOCALE
    bounds: Bounds = BOUNDS


class ServedWorld:
    """Serves a world; also the `World` of its administration. On the engine's loop.

    Attributes:
        devices: Who may speak for whom.
    """

    def __init__(self, serving: Serving, clock: Clock) -> None:
        """Put it together; blocks on the disk.

        Raises:
            StorageError: The list of devices is damaged; nobody is let in by guesswork.
        """
        self._serving = serving
        self._clock = clock
        record = RecordFile(serving.folder, DEVICES)
        self.devices = Devices(record.read(), record.write)
        self.runtime = Runtime(
            Setup(
                serving.link,
                clock,
                serving.folder,
                serving.locale,
                grant=Grant(),
                level=AiLevel.ASSIST,
            )
        )
        ops = OpsFile(serving.folder / OPS)
        operators = Operators((ops, Named(lambda: self._access.operators)))
        sign_on = SignOnByName(CodesInGame(), self.devices, serving.game, clock, self._paired)
        entrance = Entrance(Gate(self.devices), operators.is_operator, sign_on, self._came)
        listener = Listener(serving.place, serving.tls, Door(self._bounds), serving.bounds)
        self._server = PlayerServer(self.runtime, entrance, clock, listener)

    async def start(self) -> int:
        """Listen.

        Returns:
            The port.

        Raises:
            OSError: The port cannot be had.
        """
        return await self._server.start()

    async def check(self) -> None:
        """Wait until players' data can be had.

        Raises:
            CompanionError: Why it can not; it is tried again and again, but nobody is served yet.
        """
        await self.runtime.world.store.ready()

    async def stop(self) -> None:
        """End what runs and close every connection."""
        await self._server.stop()

    async def order(self, line: str, executor: Executor = CONSOLE) -> Lines | None:
        """Run what stands after `/system`; None for a word that is no command.

        Raises:
            CompanionError: With the reason to tell.
        """
        made = self.runtime
        desk = Administration(self, made.bindings, made.world.levels, self.devices)
        return await desk.run(executor, line)

    def online(self) -> Sequence[PlayerId]:
        """Players with a companion that is connected."""
        guests = (self.runtime.presence.guest(player) for player in self.runtime.online())
        return tuple(PlayerId(g.identity.uuid, g.identity.name) for g in guests if g)

    def systems(self) -> Sequence[str]:
        """The system that is suggested."""
        return (DEFAULT_SYSTEM,)

    def baseline(self, player: UUID) -> Baseline | None:
        """Nothing is noted: no feature pays for what was done before a binding yet."""
        return None

    def close(self, device: UUID) -> None:
        """End the connections of a device that was revoked."""
        self._server.turn_away(device)

    async def reload(self) -> Lines:
        """Read configuration, prompts, certificate and everybody's access again.

        Raises:
            CompanionError: STORAGE_UNAVAILABLE before the world's files were read, or what is
                wrong with the certificate; the old one goes on.
        """
        files = self.runtime.world.configuration
        if files is None:
            raise CompanionError(Failure.STORAGE_UNAVAILABLE, "the files are not read yet")
        told = await asyncio.to_thread(reload_configuration, files)
        await asyncio.to_thread(self.runtime.world.prompts.reload)
        await self.runtime.presence.again()
        made = self._serving
        if made.tls and made.certificate:
            await asyncio.to_thread(load, made.tls, made.certificate, self._clock.wall())
        return told

    async def pair(self, code: str, player: PlayerId) -> None:
        """Refuse: here the companion asks for the code.

        Raises:
            CompanionError: PAIRING_CODE_WRONG.
        """
        raise CompanionError(Failure.PAIRING_CODE_WRONG)

    def _came(self, device: UUID) -> None:
        if known := self.devices.get(device):
            spawn(self.devices.saw(known, self._clock.wall()), "device seen")

    async def _paired(self, player: PlayerId) -> None:
        await self.runtime.bindings.grant_on_pair(player.id, self._access.grant_on_pair)

    @property
    def _access(self) -> AccessConfig:
        files = self.runtime.world.configuration
        return files.access.get() if files else AccessConfig()

    def _bounds(self) -> ConnectionBounds:
        access = self._access
        return ConnectionBounds(access.connections, access.connections_per_address)
