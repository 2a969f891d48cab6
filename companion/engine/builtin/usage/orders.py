"""`/system usage`: what models and searches were used, of oneself or of everybody (USAGE-016)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

from companion.engine.access.identity import Executor, Origin, PlayerId
from companion.engine.access.order import Lines, Order
from companion.engine.served import Served, names_online
from companion.engine.usage.counters import ModelCount, SearchCount
from companion.engine.usage.pricing import Money
from companion.engine.usage.report import Line, UsageReport, check_may_see
from companion.language.phrase import Phrase, phrase
from companion.support.errors import CompanionError, Failure

ALL = "all"
MOST_LINES = 40
"""Of one answer; the usage page shows the rest."""


def usage_order(served: Callable[[], Served]) -> Order:
    """The command; without a word it tells one's own, at the console everybody's."""

    async def run(executor: Executor, words: Sequence[str]) -> Lines:
        there = served().online()
        about = _about(executor, words, there)
        asker = str(executor.player.id) if executor.player else ""
        is_operator = executor.is_operator and executor.origin is not Origin.CLIENT
        check_may_see(asker, about, is_operator=is_operator)
        known = {str(player.id): player.name for player in there}
        lines = tuple(_lines(served().report(about), known))
        more = len(lines) - MOST_LINES
        told = lines[:MOST_LINES] or (phrase("access.usage_none"),)
        return (*told, phrase("access.usage_more", count=more)) if more > 0 else told

    def suggests(before: Sequence[str]) -> Sequence[str]:
        return (ALL, *names_online(served())) if not before else ()

    return Order(run, "usage [all|PLAYER]", suggests, for_all=True)


def _about(executor: Executor, words: Sequence[str], known: Sequence[PlayerId]) -> str | None:
    """Whose usage is meant; None for everybody's."""
    if not words:
        return str(executor.player.id) if executor.player else None
    if words[0].casefold() == ALL:
        return None
    wanted = words[0].casefold()
    for player in known:
        if wanted in (player.name.casefold(), str(player.id)):
            return str(player.id)
    try:
        return str(UUID(words[0]))
    except ValueError:
        raise CompanionError(Failure.PLAYER_NOT_ONLINE, words[0][:64]) from None


def _lines(report: UsageReport, known: dict[str, str]) -> Iterable[Phrase]:
    for model in report.models.lines:
        yield _model(model, known)
    for search in report.searches.lines:
        yield _search(search, known)
    for part in (report.models, report.searches):
        if part.total_cost is not None:
            key = "access.usage_cost" if part.is_whole else "access.usage_cost_part"
            yield phrase(key, today=_money(part.today_cost), total=_money(part.total_cost))


def _model(line: Line[ModelCount], known: dict[str, str]) -> Phrase:
    return phrase(
        "access.usage_model",
        player=_name(line.player, known),
        source=line.source,
        today=line.today.calls,
        calls=line.total.calls,
        input=line.total.input,
        output=line.total.output,
    )


def _search(line: Line[SearchCount], known: dict[str, str]) -> Phrase:
    return phrase(
        "access.usage_search",
        player=_name(line.player, known),
        source=line.source,
        today=line.today.calls,
        calls=line.total.calls,
    )


def _name(player: str, known: dict[str, str]) -> str:
    return known.get(player, player) if player else "%access.usage_server%"


def _money(cost: Money | None) -> str:
    return "–" if cost is None else f"{cost.amount:.4f} {cost.currency}"
