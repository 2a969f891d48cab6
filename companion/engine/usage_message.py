"""The usage report as it travels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.engine.usage.counters import ModelCount, SearchCount
from companion.engine.usage.pricing import Money
from companion.engine.usage.report import Line, Part, UsageReport
from companion.protocol.responses import Usage, Used, UsedOf


def usage_message(report: UsageReport, names: Mapping[str, str], *, opens: bool) -> Usage:
    """Put a report into a message.

    Args:
        report: Already reduced to what the asker may see.
        names: What players are called, by their ids; a player without a name is told by the id.
        opens: Whether the usage page is to be opened.
    """
    return Usage(
        open=opens,
        models=tuple(_models(report.models.lines, names)),
        searches=tuple(_searches(report.searches.lines, names)),
        model_currency=_currency(report.models),
        search_currency=_currency(report.searches),
        is_whole=report.models.is_whole and report.searches.is_whole,
    )


def _models(lines: Iterable[Line[ModelCount]], names: Mapping[str, str]) -> Iterable[UsedOf]:
    for line in lines:
        today, total = _tokens(line.today, line.today_cost), _tokens(line.total, line.total_cost)
        yield UsedOf(names.get(line.player, line.player), line.source, today, total)


def _searches(lines: Iterable[Line[SearchCount]], names: Mapping[str, str]) -> Iterable[UsedOf]:
    for line in lines:
        today = Used(calls=line.today.searches + line.today.fetches, cost=_cost(line.today_cost))
        total = Used(calls=line.total.searches + line.total.fetches, cost=_cost(line.total_cost))
        yield UsedOf(names.get(line.player, line.player), line.source, today, total)


def _tokens(count: ModelCount, cost: Money | None) -> Used:
    return Used(
        count.calls,
        count.unreported,
        count.input,
        count.cached_input,
        count.output,
        count.thinking,
        _cost(cost),
    )


def _cost(cost: Money | None) -> str | msgspec.UnsetType:
    return msgspec.UNSET if cost is None else format(cost.amount, "f")


def _currency(part: Part[ModelCount] | Part[SearchCount]) -> str:
    return "" if part.total_cost is None else part.total_cost.currency
