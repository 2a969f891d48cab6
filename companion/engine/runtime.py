"""The engine put together: one world, one link, everybody's requests.

What stands behind a connection calls five methods: `start`, `stop`, `connected`, `disconnected` and
`take`. Everything else here is what they are made of.
"""

from __future__ import annotations

import dataclasses
import logging
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from companion.engine.access.binding import Bindings
from companion.engine.access.levels import AiLevel, AiMode
from companion.engine.chat.workflow import CHAT_PROMPTS, ChatSupport, free_chat
from companion.engine.choosing import Choosing, Offered
from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.desk import Desk
from companion.engine.execution.events import EventExecutor
from companion.engine.execution.events import World as EventWorld
from companion.engine.execution.interactive import InteractiveExecutor
from companion.engine.execution.player import Player
from companion.engine.execution.policy import REASONING
from companion.engine.execution.result import AgentResult
from companion.engine.execution.task import Peer
from companion.engine.execution.workers import Workers
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.module import HelpEntry
from companion.engine.modules.access import Access, check_conditions
from companion.engine.modules.conditions import ConditionTypes
from companion.engine.modules.context import Services
from companion.engine.modules.extensions import Extensions, load_extensions
from companion.engine.modules.installation import Installation, install, validate
from companion.engine.modules.kinds import ModuleTypes
from companion.engine.modules.packs import read_pack
from companion.engine.modules.sessions import PlayerSessions
from companion.engine.modules.world_data import Pack, read_world
from companion.engine.players import PlayerIdentity
from companion.engine.presence import Grant, House, Presence
from companion.engine.quest_views.scene import SceneReader
from companion.engine.react.reasoning import REASONING_ACTION, reasoning
from companion.engine.registry import MODULES, TYPES
from companion.engine.responder import EngineResponder
from companion.engine.routes import all_routes
from companion.engine.routing.command import CommandSource
from companion.engine.routing.examples import load_examples, sentences_of, unknown_actions
from companion.engine.routing.hybrid import HybridRouter
from companion.engine.services import (
    EXAMPLES,
    GAME,
    HELP_LINES,
    LAST_LIST,
    SUGGESTIONS,
    Game,
    Suggest,
)
from companion.engine.serving import Around, Serving
from companion.engine.state import state_of
from companion.engine.storage.event_task import EventTask
from companion.engine.world import ModelService, World
from companion.games.link import Link
from companion.games.search import warm_up as warm_search
from companion.language.phrase import phrase
from companion.language.pinyin import warm_up as warm_pinyin
from companion.language.translations import FALLBACK_LOCALE
from companion.protocol.cards.update import ShowCard
from companion.protocol.requests import Request
from companion.protocol.responses import Notice, State
from companion.protocol.signon import Binding, BindingChange
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError
from companion.support.loops import spawn
from companion.support.paths import shipped
from companion.support.resources import LOCALES

logger = logging.getLogger(__name__)

DEFAULT_SYSTEM = "system:default"
INTERACTIVE_WORKERS, INTERACTIVE_WAITING = 4, 32
MAINTENANCE_WORKERS, MAINTENANCE_WAITING = 2, 32

LOCAL_GRANT = Grant(DEFAULT_SYSTEM, is_local=True)
"""Of an embedded engine (decisions.md, Binding)."""

Extend = Callable[[Extensions], object]


@dataclass(frozen=True, slots=True)
class Setup:
    """What an engine is made of.

    Attributes:
        folder: The world's; None where nothing is kept.
        locale: Language whose book is read before anyone asks.
        grant: Which system players get by themselves.
        system: The system that an unbound player is told to ask for.
        level: AI level of players in a new world.
        packs: Data packs after the shipped one.
        extend: Adds to the engine; the installed extension packages by default.
        service: Behind the gate that every model call passes.
    """

    link: Link
    clock: Clock = field(default_factory=SystemClock)
    folder: Path | None = None
    locale: str = FALLBACK_LOCALE
    grant: Grant = LOCAL_GRANT
    system: str = DEFAULT_SYSTEM
    level: AiLevel = AiLevel.FULL
    packs: Sequence[Pack] = ()
    extend: Extend = load_extensions
    service: ModelService = field(default_factory=lambda: ModelService(os.environ))


class Runtime:
    """One engine. On its loop; blocking work runs on two pools.

    Attributes:
        world: What lies in the world's folder.
        engine: The core that runs actions.
        presence: Who is there.
        bindings: Who is bound to which system; for administration.
        events: Tasks that nobody waits for.
    """

    def __init__(self, setup: Setup) -> None:
        """Put everything together; blocks on the disk for some tens of milliseconds.

        Raises:
            ValueError: Data packs or declarations do not fit together.
        """
        self._setup = setup
        self._players: dict[UUID, Player] = {}
        self._desks: dict[UUID, Desk] = {}
        self._interactive = Workers("interactive", INTERACTIVE_WORKERS, INTERACTIVE_WAITING)
        self._maintenance = Workers("maintenance", MAINTENANCE_WORKERS, MAINTENANCE_WAITING)
        self._scenes = SceneReader(setup.link)
        self._suggestions: dict[str, Suggest] = {}
        self._chat_prompts: list[str] = []
        self.presence = Presence(lambda player: self.engine.lifecycles.disconnected(player))
        self.world = World(setup.folder, setup.clock, self, setup.level, setup.service)
        self._access = Access(self.presence.may_ask_model)
        self.engine = AgentEngine(
            self.world.store, self._access, setup.clock, self.world.gate, self.world.agent
        )
        self._made, conditions = self._install()
        self._sessions = PlayerSessions(self._made, self._access, self.engine.generations)
        self.bindings = Bindings(self.world.store, self, self._systems, (self._forget,))
        self.presence.move_in(
            House(
                self._made,
                conditions,
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
        self._router = self._routed()
        self.engine.lifecycles.add(self._router.cache)
        choosing = Choosing(self._router, self._offered())
        self._executor = InteractiveExecutor(self.engine, choosing)
        serving = Serving(
            Around(
                self.world,
                self.presence,
                self._state,
                self._access.is_bound,
                self.engine.lifecycles.permissions_changed,
            )
        )
        self._responder = EngineResponder(
            self._executor, choosing, self.presence, serving, self._ttl_s, setup.system
        )
        self.events = EventExecutor(
            self.engine,
            self.world.store,
            EventWorld(lambda: (), self.presence.is_online, self._finished),
        )

    async def start(self) -> None:
        """Begin to take requests; the world opens in the background."""
        self._interactive.start()
        self._maintenance.start()
        self.world.start(self._opened)
        spawn(self._warm_up(), "warm up")

    async def stop(self) -> None:
        """End what runs with CANCELLED, write what is left, close (ENG-010)."""
        for desk in self._desks.values():
            desk.stop()
        await self._executor.close()
        await self.events.close()
        self.presence.close()
        self._made.close()
        await self.world.stop()
        self._interactive.stop()
        self._maintenance.stop()

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
            known = self._players[player] = Player(player)
            self._desks[player] = Desk(self._responder, known, self._setup.clock)
        return self._desks[player]

    @property
    def installed(self) -> Collection[str]:
        """Ids of the module instances that this world has."""
        return self._made.instances

    def online(self) -> Collection[UUID]:
        """Players with a connection."""
        return self.presence.online()

    def cancel(self, player: UUID) -> None:
        """End a player's interactions: the AI level changed."""
        if desk := self._desks.get(player):
            desk.stop()

    def synchronise(self, player: UUID, level: AiLevel) -> None:
        """Send the player's state anew, and say what is open now (PERM-004)."""
        self.presence.send(player, Notice(phrase(f"engine.level.{level}")))
        spawn(self._send_state(player), "state")

    def invalidate(self, player: UUID) -> None:
        """Make all work for a player void: their data is about to go (BIND-011)."""
        self.cancel(player)
        self.engine.invalidate(player)
        self.events.cancel(player)
        self.engine.lifecycles.revoked(player)
        self._sessions.close(player)

    def changed(self, player: UUID, change: BindingChange, system: str) -> None:
        """Tell a player's companions of a binding, and find out what the player has now."""
        bound = system if change is not BindingChange.REVOKED else msgspec.UNSET
        self.presence.send(player, Binding(change, bound))
        if self.presence.is_online(player):
            spawn(self._changed(player), "binding changed")

    @property
    def _reasons(self) -> bool:
        override = self.world.agent().policies.get(REASONING_ACTION, {})
        return bool(override.get("reactIterations", REASONING.react_iterations))

    def _install(self) -> tuple[Installation, ConditionTypes]:
        """Read the packs, install their modules, start the core.

        Raises:
            ValueError: They do not fit together.
        """
        types = ModuleTypes((kind.DECLARATION.id, kind) for kind in TYPES)
        extensions = Extensions(types, ConditionTypes())
        self._setup.extend(extensions)
        packs = (read_pack(shipped("resources") / "defaults"), *self._setup.packs)
        made = install(
            self.engine, read_world(packs), types, self._services(), extensions.listeners
        )
        check_conditions(made, extensions.conditions)
        prompts = self.world.prompts
        self._register_mode(reasoning(lambda: prompts.current), AiMode.REASON)
        self._register_mode(free_chat(self._chat()), AiMode.FREE)
        self.engine.start()
        validate(made)
        return made, extensions.conditions

    def _register_mode(self, flow: AnyWorkflow, mode: AiMode) -> None:
        """Add an action that is a mode: closed to whoever may not use that, however it is asked."""

        async def run(given: Any, context: ExecutionContext) -> AgentResult:
            self.presence.check_mode(context.scope.player, mode)
            return await flow.run(given, context)

        self.engine.register_module(dataclasses.replace(flow, run=run))

    def _routed(self) -> HybridRouter:
        """The router over everything that was installed.

        Raises:
            ValueError: Sentences name an action that nobody has, or commands share a name.
        """
        files, semantic = load_examples(), self.world.semantic()
        actions = tuple(action for module in MODULES for action in module.actions)
        routes = all_routes(actions, self.engine.catalog.declared(), files)
        if unknown := unknown_actions(files, (route.action for route in routes)):
            raise ValueError(f"example sentences for unknown actions: {unknown}")
        sentences = sentences_of(files, semantic.examples, semantic.index_language)
        return HybridRouter(routes, sentences, self.world.semantic, self._setup.clock)

    def _services(self) -> Services:
        services = Services()
        services.put(GAME, Game(self._scenes, self._interactive))
        services.put(EXAMPLES, _examples())
        services.put(HELP_LINES, self._help)
        services.put(LAST_LIST, lambda player: self.desk(player).player.numbered)
        services.put(SUGGESTIONS, self._suggestions)
        services.put(CHAT_PROMPTS, self._chat_prompts)
        return services

    def _chat(self) -> ChatSupport:
        return ChatSupport(
            self.engine,
            lambda: self.world.prompts.current,
            self._setup.link.world_name,
            self._available,
            self._chat_prompts,
        )

    def _available(self, player: UUID) -> tuple[AnyWorkflow, ...]:
        """Workflows that a player's features offer now."""
        chosen = self.engine.catalog.available(lambda one: self._access.has_module(player, one))
        return tuple(candidate.workflow for candidate in chosen)

    def _is_available(self, action: str, player: UUID) -> bool:
        """Whether an action may be offered to a player now."""
        if action == REASONING_ACTION and AiMode.REASON not in self.presence.rights(player).modes:
            return False
        has = self._access.has_module
        return self.engine.catalog.choose(action, lambda one: has(player, one)) is not None

    def _ttl_s(self, action: str) -> float:
        """How long an action may take; 0 for one that nobody has."""
        flows = (flow for flow in self.engine.catalog.declared() if flow.id == action)
        return max((self.engine.policy_of(flow).ttl_s for flow in flows), default=0.0)

    def _help(self, player: UUID) -> tuple[HelpEntry, ...]:
        return tuple(
            entry
            for module in MODULES
            for entry in module.help
            if self._is_available(entry.call.action, player)
        )

    def _offered(self) -> Offered:
        return Offered(
            tuple(action for module in MODULES for action in module.actions),
            self._is_available,
            self.presence.is_operator,
            self._suggestions,
            self._access.has_module,
            self.presence.check_mode,
            lambda: self.world.prompts.current,
        )

    def _systems(self) -> Collection[str]:
        return tuple(self._made.data.systems)

    async def _forget(self, player: UUID) -> None:
        """What is kept of a player in memory; the desk stays, for its requests must not rerun."""
        known = self.desk(player).player
        known.numbered = ()

    async def _state(self, player: Player, locale: str) -> State:
        """What the client may know; what cannot be read is a fault in it, not an error."""
        source = CommandSource(
            player.uuid,
            lambda action: self._is_available(action, player.uuid),
            self.presence.is_operator(player.uuid),
        )
        commands = self._router.commands.listed(locale, source)
        link, scenes = self._setup.link, self._scenes
        state = await self._maintenance.run(state_of, link, scenes, locale, commands)
        if self.world.store.fault is None or self._setup.folder is None:
            return state
        fault = phrase(f"failure.{self.world.store.fault.failure}")
        return msgspec.structs.replace(state, faults=(fault, *state.faults))

    async def _send_state(self, player: UUID) -> None:
        guest = self.presence.guest(player)
        for peer in tuple(guest.peers) if guest else ():
            peer.send(await self._state(self.desk(player).player, peer.locale))

    async def _changed(self, player: UUID) -> None:
        await self.presence.refresh(player)
        await self._send_state(player)

    async def _opened(self) -> None:
        """The store is there: everybody gets what is kept of them, and events go on."""
        await self.presence.again()
        for player in self.presence.online():
            try:
                await self.events.resume(player)
            except CompanionError as error:
                logger.warning("events of a player do not go on: %s", error.failure)

    def _finished(self, task: EventTask, player: UUID, result: AgentResult) -> None:
        """Tell a player what an event brought; a silent result is not told."""
        if result.silent:
            return
        known = self.desk(player).player
        cards = tuple(ShowCard(known.show(card), card) for card in result.cards)
        self.presence.send(player, Notice(result.text, result.spoken, cards))

    async def _warm_up(self) -> None:
        """Read the book before anyone asks; a failure is told when somebody does."""
        try:
            await self._maintenance.run(_warm, self._scenes, self._setup.locale)
        except CompanionError as error:
            logger.warning("quests not read yet: %s", error)


def _examples() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Action to locale to its shipped sentences."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for locale, file in zip(LOCALES, load_examples(), strict=True):
        for action, sentences in file.examples.items():
            found.setdefault(action, {})[locale] = sentences
    return found


def _warm(scenes: SceneReader, locale: str) -> None:
    warm_pinyin()
    scene = scenes.read(locale)
    warm_search(scene.book)
    _ = scene.standing.active
