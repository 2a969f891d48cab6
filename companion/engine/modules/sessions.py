"""Players and their modules: sessions open together, are published together, close one by one."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

from companion.engine.execution.generations import Generation, Generations
from companion.engine.modules.access import Access, Permissions
from companion.engine.modules.installation import Installation
from companion.engine.modules.player_module import Binding, PlayerModule, PlayerSession
from companion.engine.storage.store import PlayerStore

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Visit:
    """One player's presence, from a connection or a binding to its end.

    Attributes:
        generation: A later one makes this visit's late results void.
        ticking: Names of sessions that do anything in a tick.
        is_over: Set once; nothing of this visit is published after it.
    """

    system: str
    generation: Generation
    store: PlayerStore
    sessions: dict[str, PlayerSession] = field(default_factory=dict)
    ready: set[str] = field(default_factory=set)
    ticking: set[str] = field(default_factory=set)
    is_over: bool = False


class PlayerSessions:
    """Opens, ticks and closes sessions. On the engine's loop."""

    def __init__(self, made: Installation, access: Access, generations: Generations) -> None:
        self._made = made
        self._access = access
        self._generations = generations
        self._visits: dict[UUID, Visit] = {}
        self._ticking: dict[UUID, Visit] = {}
        self._broken: set[PlayerModule] = set()

    def bindings(self, player: UUID) -> tuple[Binding, ...]:
        """What modules want stored with a new binding, looked up now (MOD-036)."""
        found = (runtime.binding(player) for runtime in self._made.distinct_runtimes())
        return tuple(binding for binding in found if binding is not None)

    async def open(
        self, player: UUID, system: str, store: PlayerStore, modules: Iterable[str]
    ) -> frozenset[str]:
        """Begin a visit: initialise all sessions, publish those that came up, tell them.

        Returns:
            What was published; empty where the visit ended meanwhile.
        """
        self.close(player)
        visit = Visit(system, self._generations.now(player), store)
        self._visits[player] = visit
        self._access.publish(player, Permissions(system))
        return await self._bring_up(player, visit, modules)

    async def refresh(self, player: UUID, modules: Iterable[str]) -> frozenset[str]:
        """Close sessions that are no longer due, open those that are, publish the new whole."""
        visit = self._visits.get(player)
        if visit is None:
            return frozenset()
        due = tuple(modules)
        for name in tuple(visit.sessions):
            if name not in due:
                self._drop(visit, name)
        kept = frozenset(visit.sessions)
        self._access.publish(player, Permissions(visit.system, kept & visit.ready))
        return await self._bring_up(player, visit, [name for name in due if name not in kept])

    def close(self, player: UUID) -> None:
        """End a visit: disconnect, revoke, or another one begins. What is kept stays kept."""
        visit = self._visits.pop(player, None)
        if visit is None:
            return
        visit.is_over = True
        self._ticking.pop(player, None)
        self._access.forget(player)
        for name in reversed(tuple(visit.sessions)):
            self._drop(visit, name)

    def tick(self, now: float) -> None:
        """Tick each runtime once, and the sessions that do anything then and are ready.

        A session that fails is closed; a runtime that fails is not ticked again.
        """
        for runtime in self._made.distinct_runtimes():
            self._tick_runtime(runtime, now)
        for player, visit in tuple(self._ticking.items()):
            for name in sorted(visit.ready & visit.ticking):
                try:
                    visit.sessions[name].tick(now)
                except Exception as error:  # noqa: BLE001 - a module that fails, fails alone
                    self._fail(player, visit, name, error)

    def _tick_runtime(self, runtime: PlayerModule, now: float) -> None:
        if runtime in self._broken:
            return
        try:
            runtime.tick(now)
        except Exception as error:  # noqa: BLE001 - a module that fails, fails alone
            self._broken.add(runtime)
            logger.error("a module is not ticked any more: %s", type(error).__name__)

    async def _bring_up(self, player: UUID, visit: Visit, modules: Iterable[str]) -> frozenset[str]:
        fresh: list[str] = []
        for name in modules:
            if await self._initialized(player, visit, name):
                fresh.append(name)
            if self._is_over(player, visit):
                return frozenset()
        visit.ready.update(fresh)
        published = frozenset(visit.ready)
        self._access.publish(player, Permissions(visit.system, published))
        for name in fresh:
            try:
                visit.sessions[name].ready()
            except Exception as error:  # noqa: BLE001 - a module that fails, fails alone
                self._fail(player, visit, name, error)
        return frozenset(visit.ready)

    async def _initialized(self, player: UUID, visit: Visit, name: str) -> bool:
        runtime = self._made.runtimes.get(name)
        try:
            session = runtime.session(player, name, visit.store) if runtime else PlayerSession()
            visit.sessions[name] = session
            if type(session).tick is not PlayerSession.tick:
                visit.ticking.add(name)
                self._ticking[player] = visit
            await session.initialize()
        except Exception as error:  # noqa: BLE001 - a module that fails, fails alone
            logger.error("module %s did not start for a player: %s", name, type(error).__name__)
            self._drop(visit, name)
            return False
        return name in visit.sessions

    def _is_over(self, player: UUID, visit: Visit) -> bool:
        """Whether a visit ended while it was being opened; then all it opened is closed."""
        if not visit.is_over and self._visits.get(player) is visit:
            now = self._generations.now(player)
            if now.runtime == visit.generation.runtime:
                return False
            self.close(player)
        for name in tuple(visit.sessions):
            self._drop(visit, name)
        return True

    def _fail(self, player: UUID, visit: Visit, name: str, error: Exception) -> None:
        logger.error("module %s failed for a player: %s", name, type(error).__name__)
        self._drop(visit, name)
        self._access.publish(player, Permissions(visit.system, frozenset(visit.ready)))

    def _drop(self, visit: Visit, name: str) -> None:
        visit.ready.discard(name)
        session = visit.sessions.pop(name, None)
        if session is None:
            return
        try:
            session.close()
        except Exception as error:  # noqa: BLE001 - the others still have to close
            logger.error("module %s did not close: %s", name, type(error).__name__)
