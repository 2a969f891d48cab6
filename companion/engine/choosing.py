"""From words to a task: the player's mode, then routing, then candidates of features (ROUTE-001).

Nothing here runs anything (ROUTE-002).
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from companion.engine.access.levels import AiMode
from companion.engine.answer import Call
from companion.engine.chat.workflow import FREE_CHAT
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.request import Asked, Selected
from companion.engine.execution.result import AgentResult
from companion.engine.execution.selection import Source
from companion.engine.models.prompts import PromptSet
from companion.engine.module import Action
from companion.engine.react.reasoning import REASONING_ACTION
from companion.engine.routing.asked_model import AskedModel
from companion.engine.routing.clarify import clarified, corrected
from companion.engine.routing.decision import RouteDecision
from companion.engine.routing.hybrid import Asker, HybridRouter
from companion.engine.services import Looker, Suggest
from companion.protocol.cards.selection import Candidate
from companion.support.errors import CompanionError

logger = logging.getLogger(__name__)

COMMAND = "system:command"
SELECTION = "system:selection"
NEAR = 0.30
"""How like a shortcut's examples words must be for it to count as what was nearly meant."""
SUGGESTING_S = 4.0
"""Candidates without a book that is still being read are better than none at all."""
NAMES_S = 20.0
"""Whether a name is one of the pack is known once its first book was read; the largest of the packs
that were tried takes 7 s."""
MOST_REMEMBERED = 256


async def nothing_to_learn(_: Looker) -> None:
    """What there is where names are known."""


_ACTIONS = {AiMode.REASON: REASONING_ACTION, AiMode.FREE: FREE_CHAT}
"""Modes that take all words but commands, and the action that gets them."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What may be chosen from.

    Attributes:
        actions: Declared actions, in the order they are offered.
        is_available: Whether somebody does an action for a player now.
        is_operator: Whether a player may administer.
        suggestions: Module instance to how it suggests.
        has_module: Whether a player has an instance.
        check_mode: Whether a model may be asked in a mode; raises where the mode is closed.
        prompts: Texts for the model, in force now.
        knows_names: Whether any name of the pack is known.
        learn_names: Has them read, for somebody who waits for it.
    """

    actions: Sequence[Action]
    is_available: Callable[[str, UUID], bool]
    is_operator: Callable[[UUID], bool]
    suggestions: Mapping[str, Suggest]
    has_module: Callable[[UUID, str], bool]
    check_mode: Callable[[UUID, AiMode], bool]
    prompts: Callable[[], PromptSet]
    knows_names: Callable[[], bool] = lambda: True
    learn_names: Callable[[Looker], Awaitable[object]] = nothing_to_learn


@dataclass(frozen=True, slots=True)
class _Understood:
    """What words were taken for; kept until the request has its answer."""

    action: str
    decision: RouteDecision | None = None
    asker: Asker | None = None


class Choosing:
    """Implements `Selector`. On the engine's loop."""

    def __init__(self, router: HybridRouter, offered: Offered) -> None:
        self._router = router
        self._offered = offered
        self._understood: OrderedDict[UUID, _Understood] = OrderedDict()

    async def prepare(self, words: str, mode: AiMode, looker: Looker) -> None:
        """Wait for the names of the pack where what is asked may hang on one.

        So that the same words get the same answer right after the start and later. A command, and
        what is sure without a name, waits for nothing.
        """
        if self._offered.knows_names() or mode in _ACTIONS or self._is_sure(words, looker.player):
            return
        try:
            async with asyncio.timeout(NAMES_S):
                await self._offered.learn_names(looker)
        except (CompanionError, TimeoutError) as error:
            logger.info("routed without the names of the pack: %s", type(error).__name__)

    async def select(self, asked: Asked, context: ExecutionContext) -> Selected | AgentResult:
        """Choose an action, or answer at once.

        Raises:
            CompanionError: The player may not use the mode, or the model's reason.
        """
        mode = AiMode(asked.mode)
        asks_model = self._offered.check_mode(asked.player, mode)
        model = AskedModel(context, self._offered.prompts()) if asks_model else None
        asker = self._asker(asked.player, model)
        action = _ACTIONS.get(mode)
        if action and self._router.commands.parse(asked.words, asker.source) is None:
            self._note(asked, Source.STRUCTURED, _Understood(action))
            return Selected(action, {"question": asked.words}, Source.STRUCTURED)
        return await self._routed(asked, asker)

    def learned(self, asked: Asked, selected: Selected) -> None:
        """Let routing remember what a model chose and what then fully succeeded."""
        known = self._understood.get(asked.request)
        if known and known.decision and known.asker:
            self._router.learned(asked.words, known.decision, known.asker)

    def understood(self, request: UUID) -> str:
        """What a request's words were taken for; "" where they were not looked at."""
        known = self._understood.pop(request, None)
        return known.action if known else ""

    def _asker(self, player: UUID, model: AskedModel | None = None) -> Asker:
        offered = self._offered
        return Asker(
            player,
            lambda action: offered.is_available(action, player),
            model,
            offered.is_operator(player),
        )

    def _is_sure(self, words: str, player: UUID) -> bool:
        decision = self._router.decide_locally(words, self._asker(player))
        is_plain = decision.chosen is not None and not decision.chosen.arguments
        return is_plain or decision.source is Source.COMMAND

    async def _routed(self, asked: Asked, asker: Asker) -> Selected | AgentResult:
        decision = await self._router.route(asked.words, asker)
        if decision.chosen is not None:
            chosen = decision.chosen
            self._note(asked, decision.source, _Understood(chosen.action, decision, asker))
            is_typed = decision.source is Source.MODEL
            return Selected(chosen.action, chosen.arguments, decision.source, lax=not is_typed)
        if decision.mistake is not None:
            self._note(asked, decision.source, _Understood(COMMAND))
            return corrected(decision.mistake).result
        self._note(asked, decision.source, _Understood(SELECTION))
        found = await self._suggested(asked)
        available = tuple(a for a in self._offered.actions if asker.has_action(a.id))
        return clarified(_near(decision, available), found, available).result

    async def _suggested(self, asked: Asked) -> tuple[Candidate, ...]:
        """What features would suggest; one that fails or is slow has nothing to suggest."""
        found: list[Candidate] = []
        for instance, suggest in self._offered.suggestions.items():
            if not self._offered.has_module(asked.player, instance):
                continue
            try:
                async with asyncio.timeout(SUGGESTING_S):
                    found.extend(await suggest(asked.words, asked))
            except (CompanionError, TimeoutError) as error:
                logger.debug("%s suggests nothing: %s", instance, type(error).__name__)
        return tuple(found)

    def _note(self, asked: Asked, source: Source, understood: _Understood) -> None:
        logger.info("request %s: %s %s", asked.request, source, understood.action)
        self._understood[asked.request] = understood
        while len(self._understood) > MOST_REMEMBERED:
            self._understood.popitem(last=False)


def _near(decision: RouteDecision, actions: Sequence[Action]) -> tuple[Call, ...]:
    """Candidates that the words were close to, without the shortcuts that fill the rest."""
    by_id = {action.id: action for action in actions}
    scores = decision.scores

    def is_near(call: Call) -> bool:
        is_best = call.action == scores.action and scores.similarity >= NEAR
        return call.action in by_id and (is_best or not by_id[call.action].shortcut)

    return tuple(call for call in decision.candidates if is_near(call))
