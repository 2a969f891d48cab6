"""One world served to its players: runtime, devices, entrance, operators, administration."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from ssl import SSLContext
from typing import cast
from uuid import UUID

from companion.engine.access.administration import Administration
from companion.engine.access.devices import Devices
from companion.engine.access.gate import Gate
from companion.engine.access.identity import CONSOLE, Executor, Origin, PlayerId
from companion.engine.access.levels import AiLevel
from companion.engine.access.limits import ConnectionBounds, Door
from companion.engine.access.listening import CertificateFiles, Place, load
from companion.engine.access.operators import Named, Operators, OperatorSource, OpsFile, Privileged
from companion.engine.access.order import Lines
from companion.engine.access.pairing import CodesInCompanion, CodesInGame
from companion.engine.access.records import DEVICES, RecordFile
from companion.engine.access.signon import PrivateMessages, SignOnByCommand, SignOnByName
from companion.engine.config.access import AccessConfig
from companion.engine.console.administered import Administered
from companion.engine.console.from_game import game_orders
from companion.engine.console.reloading import reload_world
from companion.engine.entrance import Entrance
from companion.engine.listener import LOOPBACK, Listener
from companion.engine.modules.packs import read_packs
from companion.engine.modules.world_data import Pack
from companion.engine.presence import Grant
from companion.engine.runtime import Runtime, Setup
from companion.engine.server import PlayerServer
from companion.games.link import Capability, Link, OrderingLink
from companion.language.translations import FALLBACK_LOCALE
from companion.protocol.bounds import BOUNDS, Bounds
from companion.protocol.signon import Pairing
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

OPS = "ops.json"
DATA_PACKS = "datapacks"


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
    """Serves a world. On the engine's loop.

    Attributes:
        devices: Who may speak for whom.
        administered: What its commands see of it.
    """

    def __init__(self, serving: Serving, clock: Clock) -> None:
        """Put it together; blocks on the disk.

        Raises:
            StorageError: The list of devices is damaged; nobody is let in by guesswork.
            CompanionError: WORLD_DATA_BROKEN.
        """
        self.serving = serving
        self.clock = clock
        record = RecordFile(serving.folder, DEVICES)
        self.devices = Devices(record.read(), record.write)
        self.runtime = self._runtime()
        self._operators = Operators(tuple(self._operator_sources()))
        self._typed: SignOnByCommand | None = None
        entrance = Entrance(
            Gate(self.devices), self._operators.is_operator, self._sign_on(), self._came
        )
        listener = Listener(serving.place, serving.tls, Door(self._bounds), serving.bounds)
        self._server = PlayerServer(self.runtime, entrance, clock, listener)
        self.administered = Administered(
            self.runtime, self.devices, self._server.turn_away, self.reload, self.pair
        )
        self._administration = Administration(
            {name: owned.order for name, owned in self.runtime.orders.items()}
        )

    async def start(self) -> int:
        """Listen.

        Returns:
            The port.

        Raises:
            OSError: The port cannot be had.
        """
        port = await self._server.start()
        if self.has(Capability.ORDERS):
            orders = game_orders(self, self.serving.link, self.serving.locale)
            cast("OrderingLink", self.serving.link).hear(orders.hear(asyncio.get_running_loop()))
        return port

    async def check(self) -> None:
        """Wait until players' data can be had.

        Raises:
            CompanionError: Why it can not; it is tried again and again, but nobody is served yet.
        """
        await self.runtime.world.store.ready()

    async def stop(self) -> None:
        """End what runs and close every connection."""
        await self._server.stop()

    def has(self, capability: Capability) -> bool:
        """Whether the link into the game can do something."""
        return capability in self.serving.link.capabilities

    def executor(self, player: PlayerId) -> Executor:
        """A player of the game, with the rights they have at this moment."""
        return self._operators.executor(Origin.GAME, player)

    @property
    def access(self) -> AccessConfig:
        """Who may do what, as it is now."""
        files = self.runtime.world.configuration
        return files.access.get() if files else AccessConfig()

    async def order(self, line: str, executor: Executor = CONSOLE) -> Lines | None:
        """Run what stands after `/system`; None for a word that is no command.

        Raises:
            CompanionError: With the reason to tell.
        """
        return await self._administration.run(executor, line)

    def usages(self) -> tuple[str, ...]:
        """How each command that a console has is written."""
        return self._administration.usages()

    def complete(self, line: str, executor: Executor = CONSOLE) -> tuple[str, ...]:
        """What the last word of a line may become."""
        return self._administration.complete(executor, line)

    async def reload(self) -> Lines:
        """Read configuration, prompts, tags, certificate and everybody's access again.

        Raises:
            CompanionError: STORAGE_UNAVAILABLE before the world's files were read, or what is
                wrong with the certificate; the old one goes on.
        """
        told = await reload_world(self.runtime, self.packs)
        made = self.serving
        if made.tls and made.certificate:
            await asyncio.to_thread(load, made.tls, made.certificate, self.clock.wall())
        return told

    async def pair(self, code: str, player: PlayerId) -> None:
        """Take a code that a player typed in the game, where that is how companions sign on.

        Raises:
            CompanionError: PAIRING_CODE_WRONG, PAIRING_LIMITED, or what the disk failed with.
        """
        if self._typed is None:
            raise CompanionError(Failure.PAIRING_CODE_WRONG)
        await self._typed.typed(code, player)

    def packs(self) -> tuple[Pack, ...]:
        """The world's own data packs; blocks on the disk.

        Raises:
            ValueError: One is damaged.
            OSError: The disk refuses.
        """
        return read_packs(self.serving.folder / DATA_PACKS)

    def _runtime(self) -> Runtime:
        made = self.serving
        try:
            packs = self.packs()
            return Runtime(
                Setup(
                    made.link,
                    self.clock,
                    made.folder,
                    made.locale,
                    grant=Grant(),
                    level=AiLevel.ASSIST,
                    packs=packs,
                    served=lambda: self.administered,
                )
            )
        except ValueError as error:
            raise CompanionError(Failure.WORLD_DATA_BROKEN, str(error)) from error

    def _operator_sources(self) -> Sequence[OperatorSource]:
        sources: list[OperatorSource] = [OpsFile(self.serving.folder / OPS)]
        sources.append(Named(lambda: self.access.operators))
        if self.has(Capability.ORDERS):
            sources.append(Privileged(cast("OrderingLink", self.serving.link).privileges))
        return sources

    def _sign_on(self) -> SignOnByName | SignOnByCommand:
        """Where players type private orders, the companion shows the code; else the game does."""
        if not self.has(Capability.PRIVATE_ORDERS):
            return SignOnByName(
                CodesInGame(), self.devices, self.serving.game, self.clock, self._paired
            )
        self._typed = SignOnByCommand(
            CodesInCompanion(), self.devices, self.clock, self._paired, self._send_pairing
        )
        return self._typed

    def _send_pairing(self, attempt: UUID, pairing: Pairing) -> None:
        if connection := self._server.stranger(attempt):
            connection.send(pairing)

    def _came(self, device: UUID) -> None:
        if known := self.devices.get(device):
            spawn(self.devices.saw(known, self.clock.wall()), "device seen")

    async def _paired(self, player: PlayerId) -> None:
        system = self.access.grant_on_pair
        baseline = self.administered.baseline(player.id)
        await self.runtime.bindings.grant_on_pair(player.id, system, baseline)

    def _bounds(self) -> ConnectionBounds:
        return ConnectionBounds(self.access.connections, self.access.connections_per_address)
