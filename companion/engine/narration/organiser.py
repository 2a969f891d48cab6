"""Has backgrounds organised while nobody waits, and knows those that are ready.

A card takes what is ready and never waits; what becomes ready later serves later cards. Requests
that come while others run are merged into the next batch. Nothing here touches a quest.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.budget import Budget
from companion.engine.execution.policy import ExecutionPolicy
from companion.engine.execution.scope import Scope
from companion.engine.models.prompts import PromptSet
from companion.engine.narration.background import BACKGROUNDS, Background, Definition
from companion.engine.narration.batch import MOST_QUESTS, answered, question
from companion.engine.services import language_of_locale
from companion.engine.storage.database import Database
from companion.support.errors import CompanionError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

ACTION = "system:narration"
PROMPT = "narrate"
NARRATING = ExecutionPolicy(
    model_calls=1,
    tool_calls=0,
    steps=1,
    write_steps=0,
    output_tokens=1_200,
    total_tokens=32 * 1024 + 1_200,
    ttl_millis=30_000,
    model_timeout_millis=20_000,
    react_iterations=0,
)
AT_ONCE = 2
"""Batches of one player that run together (decisions.md, G24)."""
MOST_WAITING = 64
"""Quests of one player that wait; the oldest goes first, and is asked for again by a later card."""
FRAGMENT_S = 600.0
MOST_FRAGMENTS = 512


@dataclass(frozen=True, slots=True)
class _Fragment:
    background: Background
    until: float


class Organiser:
    """Guards fragments in memory and what is under way. On the engine's loop."""

    def __init__(
        self, engine: AgentEngine, database: Database, prompts: Callable[[], PromptSet]
    ) -> None:
        self._engine = engine
        self._database = database
        self._prompts = prompts
        self._fragments: OrderedDict[str, _Fragment] = OrderedDict()
        self._waiting: dict[UUID, OrderedDict[str, Definition]] = {}
        self._running: dict[UUID, set[asyncio.Task[None]]] = {}
        self._asked: set[str] = set()
        self._due: set[UUID] = set()
        engine.lifecycles.add(self)

    def ready(self, definition: Definition) -> Background | None:
        """A background that can be told now; None where it is not known yet."""
        kept = self._fragments.get(definition.key)
        if kept is None or kept.until <= self._engine.clock.monotonic():
            return None
        return kept.background

    def want(self, player: UUID, definitions: Iterable[Definition]) -> None:
        """Have backgrounds made ready for later cards; returns at once.

        What is wanted before the loop turns again makes one batch.
        """
        waiting = self._waiting.setdefault(player, OrderedDict())
        for one in definitions:
            if one.text and one.key not in self._asked and self.ready(one) is None:
                waiting[one.key] = one
        while len(waiting) > MOST_WAITING:
            waiting.popitem(last=False)
        if waiting and player not in self._due:
            self._due.add(player)
            asyncio.get_running_loop().call_soon(self._begin, player)

    def revoked(self, player: UUID) -> None:
        """End what runs for a player (NARR-013)."""
        self._waiting.pop(player, None)
        for task in self._running.pop(player, set()):
            task.cancel()

    def disconnected(self, player: UUID) -> None:
        """The same: nobody listens any more."""
        self.revoked(player)

    def permissions_changed(self, player: UUID) -> None:
        """What waits may not be wanted any more; a later card asks again."""
        self._waiting.pop(player, None)

    async def settled(self, player: UUID) -> None:
        """Wait for everything that runs or is about to run for a player."""
        self._begin(player)
        while running := self._running.get(player):
            await asyncio.gather(*running, return_exceptions=True)

    def close(self) -> None:
        """End everything."""
        for player in tuple(self._running):
            self.revoked(player)

    def _begin(self, player: UUID) -> None:
        self._due.discard(player)
        self._start(player)

    def _start(self, player: UUID) -> None:
        """Begin batches while there is room; the rest is merged into the next one."""
        waiting = self._waiting.get(player)
        while waiting and len(running := self._running.setdefault(player, set())) < AT_ONCE:
            locale = next(iter(waiting.values())).locale
            chosen = [one for one in waiting.values() if one.locale == locale][:MOST_QUESTS]
            for one in chosen:
                del waiting[one.key]
                self._asked.add(one.key)
            task = spawn(self._organise(player, chosen), "narration")
            running.add(task)
            task.add_done_callback(partial(self._ended, player, chosen))

    def _ended(self, player: UUID, chosen: Sequence[Definition], task: asyncio.Task[None]) -> None:
        self._asked.difference_update(one.key for one in chosen)
        running = self._running.get(player)
        if running is not None:
            running.discard(task)
            self._start(player)
            if not running:
                self._running.pop(player, None)

    async def _organise(self, player: UUID, batch: Sequence[Definition]) -> None:
        try:
            missing = [one for one in batch if not await self._recall(one)]
            if missing and self._engine.rights.may_ask_model(player):
                await self._ask(player, missing)
        except CompanionError as error:
            logger.info("backgrounds are told as they are written: %s", error.failure)

    async def _recall(self, definition: Definition) -> bool:
        """Take a background out of the shared database."""
        known = await self._database.find(BACKGROUNDS, definition.key)
        if known is not None:
            self._keep(definition.key, known)
        return known is not None

    async def _ask(self, player: UUID, batch: Sequence[Definition]) -> None:
        """One metered call for all of them, within the player's budget."""
        engine, locale = self._engine, batch[0].locale
        scope = Scope(
            f"narration/{uuid.uuid4()}",
            player,
            locale,
            engine.generations.now(player),
            ACTION,
            is_event=True,
        )
        context = engine.context(scope, Budget(NARRATING, engine.clock.monotonic()))
        reply = await context.model(question(self._prompts().fill(PROMPT), batch))
        found = answered(reply.text, batch, language_of_locale(locale))
        if found:
            await self._database.put(BACKGROUNDS, found)
        for key, background in found.items():
            self._keep(key, background)

    def _keep(self, key: str, background: Background) -> None:
        until = self._engine.clock.monotonic() + FRAGMENT_S
        self._fragments[key] = _Fragment(background, until)
        self._fragments.move_to_end(key)
        while len(self._fragments) > MOST_FRAGMENTS:
            self._fragments.popitem(last=False)
