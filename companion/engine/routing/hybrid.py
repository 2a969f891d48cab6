"""Words to an action: command, local matching, cache, one model call, else candidates (ROUTE-001).

It chooses and runs nothing (ROUTE-002). What a player may not use is absent from all of it, through
one filter: `Asker.has_action` (ROUTE-023).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from companion.engine.answer import Call
from companion.engine.config.semantic import RoutingMode
from companion.engine.execution.selection import may_choose
from companion.engine.routing.capabilities import (
    RoutingModel,
    RoutingQuestion,
    catalog,
    decode,
)
from companion.engine.routing.command import CommandSource
from companion.engine.routing.commands import BadCommand, CommandTree, Owned
from companion.engine.routing.decision import AgentAction, Doubt, RouteDecision, RouteSource
from companion.engine.routing.intent_cache import CacheLimits, IntentCache
from companion.engine.routing.local import HasAction, LocalMatch, LocalRouter, Thresholds
from companion.engine.routing.route import Route
from companion.engine.routing.sentences import Sentences
from companion.engine.routing.suggestions import suggestions
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)


class RoutingSettings(Thresholds, CacheLimits, Protocol):
    """What an operator may change while the engine runs; `SemanticConfig` is one."""

    @property
    def mode(self) -> RoutingMode:
        """What local matching may do."""
        ...


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and what holds for them right now.

    Attributes:
        player: Whose cache.
        has_action: Whether an action is enabled for them.
        model: Who is asked at last; None without a model, or where the player or the operator
            switched it off.
        is_operator: Whether administration commands are for them.
    """

    player: UUID
    has_action: HasAction = lambda _: True
    model: RoutingModel | None = None
    is_operator: bool = False

    @property
    def source(self) -> CommandSource:
        """The same for the command tree."""
        return CommandSource(self.player, self.has_action, self.is_operator)


class HybridRouter:
    """Decides. On the engine's loop; `decide_locally` on any thread.

    Attributes:
        routes: Action to its declaration.
        commands: The one command tree: parsing, completion, help and what clients get.
        local: The index; built here once (ROUTE-007).
        cache: What a model made of words; an `AgentLifecycle`.
    """

    def __init__(
        self,
        routes: Iterable[Route],
        sentences: Sentences,
        settings: Callable[[], RoutingSettings],
        clock: Clock,
        platform: Sequence[Owned] = (),
    ) -> None:
        """Build tree and index.

        Raises:
            ValueError: Two routes are of one action, commands share a name or lead elsewhere, or
                the name of what is rejected is an action's.
        """
        self.routes: Mapping[str, Route] = _by_action(routes)
        owned = [Owned(r.commands, {r.action: r.input}) for r in self.routes.values()]
        self.commands = CommandTree(owned, platform)
        administration = (Route(a, kind) for one in platform for a, kind in one.inputs.items())
        self._inputs = {**{r.action: r for r in administration}, **self.routes}
        self.local = LocalRouter(self.routes.values(), sentences)
        self.cache = IntentCache(settings, clock)
        self._settings = settings

    def structured(self, call: Call, asker: Asker) -> RouteDecision:
        """A button or another call that names its action; judged like all others.

        Raises:
            CompanionError: INVALID_INPUT, or NOT_PERMITTED.
        """
        action = self._judged(call)
        self._check(action.action, RouteSource.STRUCTURED, asker)
        return RouteDecision(RouteSource.STRUCTURED, action)

    async def route(self, words: str, asker: Asker) -> RouteDecision:
        """Find out what words mean.

        Raises:
            CompanionError: The model's reason, when it was asked and failed.
        """
        decision = self.decide_locally(words, asker)
        if decision.source is RouteSource.LOCAL_FALLBACK and asker.model is not None:
            decision = await self._asked(words, asker, asker.model, decision)
        chosen = decision.chosen.action if decision.chosen else "-"
        logger.info(
            "routed: %s %s %.2f %.2f %.2f %s",
            decision.source,
            chosen,
            decision.scores.similarity,
            decision.scores.gap,
            decision.scores.coverage,
            decision.doubt or "",
        )
        return decision

    def decide_locally(self, words: str, asker: Asker) -> RouteDecision:
        """All that needs no model: command, local matching, cache, else candidates."""
        match self.commands.parse(words, asker.source):
            case Call() as call:
                return self._commanded(call)
            case BadCommand() as bad:
                return RouteDecision(RouteSource.COMMAND, mistake=bad)
        settings = self._settings()
        found = self.local.match(words, settings, asker.has_action)
        doubt = found.doubt or _forbidden(settings.mode)
        if doubt is None:
            return RouteDecision(RouteSource.LOCAL, found.action, found.scores)
        cached = self._cached(words, asker) if settings.mode is not RoutingMode.OFF else None
        if cached is not None:
            return RouteDecision(RouteSource.CACHE, cached, found.scores, doubt)
        return self._candidates(found, doubt, asker)

    def learned(self, words: str, decision: RouteDecision, asker: Asker) -> None:
        """Remember a model's choice of something read-only that then fully succeeded."""
        if decision.source is not RouteSource.MODEL or decision.chosen is None:
            return
        route = self.routes[decision.chosen.action]
        if may_choose(route.selection, RouteSource.CACHE, read_only=route.is_read_only):
            self.cache.remember(asker.player, words, route.action)

    async def _asked(
        self, words: str, asker: Asker, model: RoutingModel, local: RouteDecision
    ) -> RouteDecision:
        """Ask the model once; when it asks back, this request's candidates are shown."""
        capabilities = catalog(self.routes.values(), asker.has_action)
        proposal = await model.choose(RoutingQuestion(words, capabilities))
        selectable = {c.capability_id: self.routes[c.capability_id] for c in capabilities}
        action = decode(proposal, selectable)
        if action is None:
            return local
        self._check(action.action, RouteSource.MODEL, asker)
        return RouteDecision(RouteSource.MODEL, action, local.scores, local.doubt)

    def _commanded(self, call: Call) -> RouteDecision:
        """Judge a command's arguments by its action's type."""
        try:
            given = self._inputs[call.action].read(call.arguments)
        except CompanionError:
            return RouteDecision(RouteSource.COMMAND, mistake=BadCommand("", known=True))
        return RouteDecision(RouteSource.COMMAND, AgentAction(call.action, given, call.arguments))

    def _cached(self, words: str, asker: Asker) -> AgentAction | None:
        action = self.cache.find(asker.player, words)
        if not action or not asker.has_action(action):
            return None
        return self.local.extract(action, words)

    def _candidates(self, found: LocalMatch, doubt: Doubt, asker: Asker) -> RouteDecision:
        calls = suggestions(self.routes.values(), found.near, asker.has_action)
        return RouteDecision(RouteSource.LOCAL_FALLBACK, None, found.scores, doubt, calls)

    def _judged(self, call: Call) -> AgentAction:
        if call.action not in self.routes:
            raise CompanionError(Failure.INVALID_INPUT, "unknown action")
        given = self.routes[call.action].read(call.arguments)
        return AgentAction(call.action, given, call.arguments)

    def _check(self, action: str, source: RouteSource, asker: Asker) -> None:
        """The source of a choice, judged at one place (ROUTE-020)."""
        route = self.routes[action]
        allowed = may_choose(route.selection, source, read_only=route.is_read_only)
        if not (allowed and route.interactive and asker.has_action(action)):
            raise CompanionError(Failure.NOT_PERMITTED, f"{action} by {source}")


def _forbidden(mode: RoutingMode) -> Doubt | None:
    return {RoutingMode.OFF: Doubt.OFF, RoutingMode.SHADOW: Doubt.SHADOW}.get(mode)


def _by_action(routes: Iterable[Route]) -> Mapping[str, Route]:
    found: dict[str, Route] = {}
    for route in routes:
        if route.action in found:
            raise ValueError(f"{route.action} is declared twice")
        found[route.action] = route
    return found
