"""What somebody may see of the ledger: rows with their cost, and sums. Pure.

Speech is no part of it: it is counted on the client (USAGE-005).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic

from companion.engine.config.search import SearchPricingConfig
from companion.engine.usage.counters import C, ModelCount, Row, SearchCount, UsageSnapshot, added
from companion.engine.usage.pricing import ModelPricingConfig, Money, model_cost, search_cost
from companion.support.errors import CompanionError, Failure


@dataclass(frozen=True, slots=True)
class Line(Generic[C]):
    """One row of the report.

    Attributes:
        player: Whose; empty for the server itself, and in lines that are a sum over players.
        source: Model or search service.
        today_cost, total_cost: None when unpriced.
    """

    player: str
    source: str
    today: C
    total: C
    today_cost: Money | None
    total_cost: Money | None


@dataclass(frozen=True, slots=True)
class Part(Generic[C]):
    """Models, or searches.

    Attributes:
        lines: A line for each player and source.
        by_source: A line for each source, over all players in `lines`.
        today_cost, total_cost: Of what has a price; None when nothing has.
        is_whole: False when the costs lack something: unpriced sources, or calls whose tokens the
            service did not report.
    """

    lines: tuple[Line[C], ...]
    by_source: tuple[Line[C], ...]
    today_cost: Money | None
    total_cost: Money | None
    is_whole: bool


@dataclass(frozen=True, slots=True)
class UsageReport:
    """What the usage page and `/system usage` show."""

    models: Part[ModelCount]
    searches: Part[SearchCount]


@dataclass(frozen=True, slots=True)
class Prices:
    """Both price tables, as they are now."""

    models: ModelPricingConfig
    searches: SearchPricingConfig


def check_may_see(asker: str, about: str | None, *, is_operator: bool) -> None:
    """Let operators see everything and everybody else their own (USAGE-018).

    Args:
        asker: The player who asks.
        about: Whose usage; None for the whole server.
        is_operator: Whether the asker is one.

    Raises:
        CompanionError: NOT_PERMITTED.
    """
    if not is_operator and about != asker:
        raise CompanionError(Failure.NOT_PERMITTED, "usage of others")


def report(snapshot: UsageSnapshot, prices: Prices, about: str | None = None) -> UsageReport:
    """Price a snapshot.

    Args:
        snapshot: As the ledger gave it.
        prices: Changing them changes costs and no counter.
        about: Whose usage; None for the whole server.
    """
    return UsageReport(
        _part(_of(snapshot.models, about), lambda c, s: model_cost(c, s, prices.models)),
        _part(_of(snapshot.searches, about), lambda c, s: search_cost(c, s, prices.searches)),
    )


Cost = Callable[[C, str], Money | None]


def _of(rows: tuple[Row[C], ...], about: str | None) -> tuple[Row[C], ...]:
    return rows if about is None else tuple(row for row in rows if row.player == about)


def _part(rows: tuple[Row[C], ...], cost: Cost[C]) -> Part[C]:
    by_source: dict[str, tuple[C, C]] = {}
    for row in rows:
        today, total = by_source.get(row.source, (type(row.today)(), type(row.total)()))
        by_source[row.source] = added(today, row.today), added(total, row.total)
    lines = tuple(_line(row.player, row.source, row.today, row.total, cost) for row in rows)
    return Part(
        lines,
        tuple(_line("", source, *counts, cost) for source, counts in by_source.items()),
        _sum(line.today_cost for line in lines),
        _sum(line.total_cost for line in lines),
        all(line.total_cost is not None and _is_reported(line.total) for line in lines),
    )


def _is_reported(count: ModelCount | SearchCount) -> bool:
    """Calls whose tokens were not reported have cost something that nobody knows."""
    return not (isinstance(count, ModelCount) and count.unreported)


def _line(player: str, source: str, today: C, total: C, cost: Cost[C]) -> Line[C]:
    return Line(player, source, today, total, cost(today, source), cost(total, source))


def _sum(costs: Iterable[Money | None]) -> Money | None:
    """All costs of one table are in one currency."""
    known = [cost for cost in costs if cost is not None]
    amount = sum((cost.amount for cost in known), Decimal())
    return Money(amount, known[0].currency) if known else None
