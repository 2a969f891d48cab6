"""From words to an action: command, mode, local matching, else candidates (ROUTE-001).

Nothing here runs anything (ROUTE-002).
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from companion.engine.access.levels import AiMode
from companion.engine.chat.workflow import FREE_CHAT
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.request import Asked, Selected
from companion.engine.execution.result import AgentResult
from companion.engine.execution.selection import Source
from companion.engine.execution.workers import Workers
from companion.engine.module import Action
from companion.engine.react.reasoning import REASONING_ACTION
from companion.engine.routing.clarify import clarified, corrected
from companion.engine.routing.commands import BadCommand
from companion.engine.routing.router import Chosen, Router, Unsure
from companion.engine.services import Suggest
from companion.protocol.cards.selection import Candidate
from companion.support.errors import CompanionError

logger = logging.getLogger(__name__)


COMMAND = "system:command"
SELECTION = "system:selection"
SUGGESTING_S = 4.0
"""Candidates without a book that is still being read are better than none at all."""
MOST_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class Offered:
    """What may be chosen from.

    Attributes:
        actions: Declared actions, in the order they are offered.
        is_available: Whether somebody does an action for a player now.
        suggestions: Module instance to how it suggests.
        has_module: Whether a player has an instance.
        check_mode: Raises where the player may not use a mode now.
    """

    actions: Sequence[Action]
    is_available: Callable[[str, UUID], bool]
    suggestions: Mapping[str, Suggest]
    has_module: Callable[[UUID, str], bool]
    check_mode: Callable[[UUID, AiMode], object]


class Choosing:
    """Implements `Selector`. On the engine's loop."""

    def __init__(self, router: Router, offered: Offered, workers: Workers) -> None:
        self._router = router
        self._offered = offered
        self._workers = workers
        self._understood: OrderedDict[UUID, str] = OrderedDict()

    async def select(self, asked: Asked, context: ExecutionContext) -> Selected | AgentResult:
        """Choose an action, or answer at once."""
        return self._by_mode(asked) or await self._by_words(asked)

    def learned(self, asked: Asked, selected: Selected) -> None:
        """Nothing is remembered yet."""

    def understood(self, request: UUID) -> str:
        """What a request's words were taken for; "" where they were not looked at."""
        return self._understood.pop(request, "")

    def _by_mode(self, asked: Asked) -> Selected | None:
        """A mode that takes all words but commands.

        Raises:
            CompanionError: The player may not use it now.
        """
        mode = AiMode(asked.mode)
        self._offered.check_mode(asked.player, mode)
        actions = {AiMode.REASON: REASONING_ACTION, AiMode.FREE: FREE_CHAT}
        if mode not in actions or self._router.commands.parse(asked.words) is not None:
            return None
        self._note(asked, actions[mode], Source.STRUCTURED, 1.0)
        return Selected(actions[mode], {"question": asked.words}, Source.STRUCTURED)

    async def _by_words(self, asked: Asked) -> Selected | AgentResult:
        match await self._workers.run(self._router.decide, asked.words):
            case Chosen(call, source, similarity):
                self._note(asked, call.action, Source(source), similarity)
                return Selected(call.action, call.arguments, Source(source), lax=True)
            case BadCommand() as bad:
                self._note(asked, COMMAND, Source.COMMAND, 1.0)
                return corrected(bad).result
            case Unsure(nearest, similarity):
                self._note(asked, SELECTION, Source.LOCAL_FALLBACK, similarity)
                found = await self._suggested(asked)
                available = self._offered.is_available
                actions = tuple(a for a in self._offered.actions if available(a.id, asked.player))
                near = tuple(call for call in nearest if available(call.action, asked.player))
                return clarified(near, found, actions).result

    async def _suggested(self, asked: Asked) -> tuple[Candidate, ...]:
        """What features would suggest; one that fails or is slow has nothing to suggest."""
        found: list[Candidate] = []
        for instance, suggest in self._offered.suggestions.items():
            if not self._offered.has_module(asked.player, instance):
                continue
            try:
                async with asyncio.timeout(SUGGESTING_S):
                    found.extend(await suggest(asked.words, asked.language))
            except (CompanionError, TimeoutError) as error:
                logger.debug("%s suggests nothing: %s", instance, type(error).__name__)
        return tuple(found)

    def _note(self, asked: Asked, action: str, source: Source, similarity: float) -> None:
        logger.info("request %s: %s %s %.2f", asked.request, source, action, similarity)
        self._understood[asked.request] = action
        while len(self._understood) > MOST_REMEMBERED:
            self._understood.popitem(last=False)
