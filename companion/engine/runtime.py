"""The engine put together: one world, one link, everybody's requests.

What stands behind a connection calls five methods: `start`, `stop`, `connected`, `disconnected` and
`take`. Everything else here is what they are made of.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from uuid import UUID

from companion.engine.access.binding import Bindings
from companion.engine.assets import Assets
from companion.engine.choosing import Choosing
from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.desk import Desk
from companion.engine.execution.events import EventExecutor
from companion.engine.execution.events import World as EventWorld
from companion.engine.execution.interactive import InteractiveExecutor
from companion.engine.execution.player import Player
from companion.engine.execution.policy import REASONING
from companion.engine.execution.result import AgentResult
from companion.engine.execution.task import Peer
from companion.engine.in_game import InGame
from companion.engine.installed import Installed
from companion.engine.lexicon import Lexicons
from companion.engine.module_desk import ModuleDesk
from companion.engine.modules.access import Access
from companion.engine.modules.commands import OwnedOrder
from companion.engine.modules.sessions import PlayerSessions
from companion.engine.modules.world_data import Pack
from companion.engine.player_effects import PlayerEffects, Running
from companion.engine.players import PlayerIdentity
from companion.engine.presence import House, Presence
from companion.engine.react.reasoning import REASONING_ACTION
from companion.engine.responder import EngineResponder, Terms
from companion.engine.serving import Around, Serving
from companion.engine.setup import DEFAULT_SYSTEM, LOCAL_GRANT, Extend, Setup
from companion.engine.sight import Sight
from companion.engine.state_messages import StateMessages
from companion.engine.storage.event_task import EventTask
from companion.engine.world import World
from companion.protocol.requests import Request
from companion.support.errors import CompanionError
from companion.support.loops import spawn

__all__ = ["DEFAULT_SYSTEM", "LOCAL_GRANT", "Extend", "Runtime", "Setup"]

logger = logging.getLogger(__name__)

TICK_S = 0.05
"""Where the link has no ticks of its own (G22)."""


class Runtime:
    """One engine. On its loop; blocking work runs on two pools.

    Attributes:
        world: What lies in the world's folder.
        engine: The core that runs actions.
        presence: Who is there.
        effects: What administration does to them.
        bindings: Who is bound to which system; for administration.
        modules: What operators change of modules; for administration.
        events: Tasks that nobody waits for.
    """

    def __init__(self, setup: Setup) -> None:
        """Put everything together; blocks on the disk for some tens of milliseconds.

        Raises:
            ValueError: Data packs or declarations do not fit together.
        """
        self._setup = setup
        self._desks: dict[UUID, Desk] = {}
        self._ticking: asyncio.Task[None] | None = None
        self.presence = Presence(lambda player: self.engine.lifecycles.disconnected(player))
        self._sight = Sight(setup, self.presence)
        self.effects = PlayerEffects(self.presence)
        self.world = World(setup.folder, setup.clock, self.effects, setup.level, setup.service)
        self._access = Access(self.presence.may_ask_model)
        self._lexicons = Lexicons(
            self.presence,
            self._access.is_bound,
            self._sight.maintenance,
            self._sight.scene,
            setup.clock,
        )
        self.engine = AgentEngine(
            self.world.store, self._access, setup.clock, self.world.gate, self.world.agent
        )
        self._installed = Installed(
            setup,
            self.engine,
            self.world,
            self.presence,
            self._sight.game,
            lambda player: self.desk(player).player,
        )
        self._made = self._installed.made
        self._sessions = PlayerSessions(self._made, self._access, self.engine.generations)
        self.bindings = Bindings(
            self.world.store, self.effects, self._made.data.systems.keys, (self._forget,)
        )
        self.presence.move_in(
            House(
                self._made,
                self._installed.conditions,
                self._sessions,
                self.world.store,
                self.bindings,
                setup.grant,
                frozenset(str(one) for one in setup.link.capabilities),
                lambda: self.world.has_model,
                lambda: self._reasons,
                lambda player: self.world.levels.of(player),
            )
        )
        self._router = self._installed.router
        self.engine.lifecycles.add(self._router.cache)
        choosing = Choosing(self._router, self._installed.offered())
        self._executor = InteractiveExecutor(self.engine, choosing)
        self._states = StateMessages(
            self._store_fault,
            self.presence,
            self._installed,
            self._lexicons,
            self._sight.state,
            lambda player: self.desk(player).player,
        )
        serving = Serving(
            Around(
                self.world,
                self.presence,
                self._states.of,
                self._access.is_bound,
                self._preferred,
                Assets(setup.link, self._sight.maintenance).find,
                InGame(setup.link, self._sight.maintenance, self._sight.player, setup.clock).show,
            )
        )
        self._responder = EngineResponder(
            self._executor,
            choosing,
            self.presence,
            serving,
            Terms(self._installed.usable.ttl_s, setup.system, self._answered),
        )
        self.modules = ModuleDesk(
            self._made,
            self._sessions,
            self.world.store,
            self._executor.module_removed,
            self._permissions_changed,
            self.presence.due,
        )
        self.events = EventExecutor(
            self.engine,
            self.world.store,
            EventWorld(lambda: self._installed.rules, self.presence.is_online, self._finished),
        )
        self.effects.move_in(Running(self.engine, self.events, self._states, self._desks))

    async def start(self) -> None:
        """Begin to take requests; the world opens in the background."""
        self._sight.start()
        self.world.start(self._opened)
        self._ticking = spawn(self._tick(), "ticks")

    async def warmed(self) -> None:
        """Wait until what every answer needs was read, or could not be."""
        await self._sight.warmed()

    async def stop(self) -> None:
        """End what runs with CANCELLED, write what is left, close (ENG-010)."""
        for desk in self._desks.values():
            desk.stop()
        if self._ticking:
            self._ticking.cancel()
        await self._executor.close()
        await self.events.close()
        self._installed.queue.close()
        self.presence.close()
        self._made.close()
        await self.world.stop()
        self._sight.stop()

    def connected(self, player: PlayerIdentity, peer: Peer) -> None:
        """A connection proved who its player is; requests may follow at once."""
        self.presence.connected(player, peer)

    def disconnected(self, player: PlayerIdentity, peer: Peer) -> None:
        """A connection ended; what runs goes on, for the player may come back for it."""
        self.presence.disconnected(player, peer)

    def take(self, request: Request, player: PlayerIdentity, peer: Peer) -> None:
        """Start a request, refuse it, or answer it from the record; returns at once."""
        self.desk(player.uuid).take(request, peer)

    def desk(self, player: UUID) -> Desk:
        """A player's desk."""
        if player not in self._desks:
            self._desks[player] = Desk(self._responder, Player(player), self._setup.clock)
        return self._desks[player]

    @property
    def orders(self) -> Mapping[str, OwnedOrder]:
        """The administration commands that this world's modules bring (MOD-065)."""
        return self._made.commands

    async def reload_tags(self, packs: Sequence[Pack]) -> None:
        """Take the tags of data packs into use (MOD-010); whatever else they say is fixed.

        Raises:
            ValueError: A tag is damaged or names what does not exist; the old ones stay in force.
        """
        self._made.data = self._made.data.with_tags((*self._installed.shipped, *packs))
        await self.presence.again()

    def _answered(self, player: UUID) -> None:
        """A player's request has its answer; names may have changed with it."""
        if self._lexicons.is_due(player):
            spawn(self._lexicons.offer(player), "names")

    @property
    def _reasons(self) -> bool:
        override = self.world.agent().policies.get(REASONING_ACTION, {})
        return bool(override.get("reactIterations", REASONING.react_iterations))

    def _preferred(self, player: UUID) -> None:
        """A player chose anew: caches go, and all their companions are told."""
        self.engine.lifecycles.permissions_changed(player)
        self._states.soon(player)

    async def _permissions_changed(self, player: UUID) -> None:
        self.engine.lifecycles.permissions_changed(player)
        await self.presence.refresh(player)
        self._states.soon(player)

    async def _forget(self, player: UUID) -> None:
        """What is kept of a player in memory."""
        if desk := self._desks.get(player):
            desk.player.forget()

    def _store_fault(self) -> CompanionError | None:
        return self.world.store.fault if self._setup.folder else None

    async def _opened(self) -> None:
        """The store is there: everybody gets what is kept of them, and events go on."""
        await self.presence.again()
        for player in self.presence.online():
            if self.world.store.was_refused:
                self._states.soon(player)
            try:
                await self.events.resume(player)
            except CompanionError as error:
                logger.warning("events of a player do not go on: %s", error.failure)

    def _finished(self, task: EventTask, player: UUID, result: AgentResult) -> None:
        """Tell a player what an event brought; a silent result is not told."""
        if not result.silent:
            self._installed.tell(player, result)

    async def _tick(self) -> None:
        """Game calls and sessions, once a tick; sessions only where a module has any."""
        while True:
            self._installed.queue.tick()
            if self._made.runtimes:
                self._sessions.tick(self._setup.clock.monotonic())
            await asyncio.sleep(TICK_S)
