"""`/system routing`: what local matching may do, and what words are taken for (ROUTE-056)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.access.identity import Executor
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.engine.routing.decision import RouteDecision
from companion.engine.served import RoutingView
from companion.language.phrase import Phrase, phrase


def routing_order(routing: RoutingView) -> Order:
    """The command: mode and thresholds, and with words what those are taken for; nothing runs.

    Args:
        routing: Settings in force, and what words are taken for.
    """

    async def run(executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        settings = routing.settings()
        told = phrase(
            "access.routing",
            mode=settings.mode,
            similarity=f"{settings.similarity:.2f}",
            gap=f"{settings.gap:.2f}",
            coverage=f"{settings.coverage:.2f}",
        )
        if not words:
            return (told,)
        player = executor.player.id if executor.player else None
        return (told, *_decided(routing.taken_for(" ".join(words), player)))

    return Order(run, "routing [TEXT]")


def _decided(decision: RouteDecision) -> Sequence[Phrase]:
    scores = decision.scores
    fits = phrase(
        "access.routing_fits",
        action=scores.action or "–",
        similarity=f"{scores.similarity:.2f}",
        gap=f"{scores.gap:.2f}",
        coverage=f"{scores.coverage:.2f}",
    )
    if decision.chosen:
        taken = phrase(
            "access.routing_taken", action=decision.chosen.action, source=decision.source
        )
        return (taken, fits) if scores.action else (taken,)
    if decision.mistake:
        return (phrase("access.routing_mistake", name=decision.mistake.name),)
    return (phrase("access.routing_open", doubt=decision.doubt or "–"), fits)
