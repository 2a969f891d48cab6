"""The usage page's numbers: what speech used, kept here, beside what the server counted. Pure.

Money is exact (`Decimal`) and never added over currencies; what has no price says so.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

import msgspec

from companion.client.usage_lines import UsageGroup, UsageLine, by_player
from companion.protocol.responses import Usage, Used, UsedOf
from companion.speech.ledger.counts import Ledger
from companion.speech.ledger.prices import PriceList
from companion.speech.ledger.report import Line, Period, SpeechReport

CHART_DAYS = 30


@dataclass(frozen=True, slots=True)
class Bar:
    """One day of the chart.

    Attributes:
        day: ISO date.
        cost: Of speech with a price; `share` of the highest day, 0 to 1.
        calls: Of speech services.
    """

    day: str
    cost: Decimal
    calls: int
    share: float


@dataclass(frozen=True, slots=True)
class Cap:
    """A limit the player set: `share` of it is used, 0 to 1 and more."""

    name: str
    used: Decimal
    limit: Decimal
    share: float


@dataclass(frozen=True, slots=True)
class UsageView:
    """Everything the page draws.

    Attributes:
        groups: Service by service.
        players: Player by player, of groups that count several; only on an operator's page.
        prices_dated: Of the speech prices; empty when there are none.
    """

    groups: tuple[UsageGroup, ...]
    players: tuple[UsageGroup, ...]
    bars: tuple[Bar, ...]
    caps: tuple[Cap, ...]
    prices_dated: str


def usage_view(
    speech: SpeechReport, ledger: Ledger, prices: PriceList, told: Usage | None, day: str
) -> UsageView:
    """Join both books.

    Args:
        speech: The account's report.
        ledger: The same account's counters, for the days.
        prices: Of speech.
        told: What the server told; None before it did, or where there is none.
        day: ISO date, now.
    """
    groups = [_speech(speech)]
    if told is not None:
        groups.append(_server("models", told.models, told.model_currency, told))
        groups.append(_server("searches", told.searches, told.search_currency, told))
    return UsageView(
        tuple(group for group in groups if group.lines or group.name == "speech"),
        tuple(map(by_player, filter(_has_players, groups))),
        _bars(ledger, prices, day),
        _caps(speech),
        speech.prices_dated,
    )


def _has_players(group: UsageGroup) -> bool:
    return any(line.player for line in group.lines)


def _speech(report: SpeechReport) -> UsageGroup:
    today = {line.source: line for line in report.today.lines}
    lines = tuple(_speech_line(line, today.get(line.source)) for line in report.total.lines)
    return UsageGroup(
        "speech",
        report.currency,
        lines,
        report.today.cost,
        report.month.cost,
        report.total.cost,
        _is_whole(report.total),
    )


def _is_whole(period: Period) -> bool:
    return not period.unpriced


def _speech_line(line: Line, today: Line | None) -> UsageLine:
    count = line.count
    amount = {
        "characters": count.characters,
        "seconds": round(count.milliseconds / 1000),
        "input": count.input_tokens,
        "output": count.output_tokens,
    }
    zero = None if line.cost is None else Decimal()
    return UsageLine(
        line.source,
        "",
        today.count.calls if today else 0,
        count.calls,
        _some(amount.items()),
        today.cost if today else zero,
        line.cost,
        count.estimated + count.unsettled,
        count.maybe,
    )


def _server(name: str, used: Iterable[UsedOf], currency: str, told: Usage) -> UsageGroup:
    lines = tuple(map(_server_line, used))
    return UsageGroup(
        name,
        currency,
        lines,
        sum((line.today for line in lines if line.today is not None), Decimal()),
        None,
        sum((line.total for line in lines if line.total is not None), Decimal()),
        told.is_whole and all(line.total is not None for line in lines),
    )


def _server_line(one: UsedOf) -> UsageLine:
    total = one.total
    amount = {
        "input": total.input,
        "cached": total.cached_input,
        "output": total.output,
        "thinking": total.thinking,
    }
    return UsageLine(
        one.source,
        one.player,
        one.today.calls,
        total.calls,
        _some(amount.items()),
        _cost(one.today),
        _cost(total),
        total.unreported,
    )


def _cost(used: Used) -> Decimal | None:
    return None if used.cost is msgspec.UNSET else Decimal(used.cost)


def _some(amount: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple((name, value) for name, value in amount if value)


def _bars(ledger: Ledger, prices: PriceList, day: str) -> tuple[Bar, ...]:
    """The last days, oldest first, days without use included."""
    last = datetime.date.fromisoformat(day)
    days = [(last - datetime.timedelta(days=n)).isoformat() for n in range(CHART_DAYS)][::-1]
    counts = [ledger.days.get(one, {}) for one in days]
    costs = [prices.sum(count) for count in counts]
    calls = [sum(count.calls for count in one.values()) for one in counts]
    most = max(costs) or Decimal(1)
    return tuple(
        Bar(one, cost, called, float(cost / most))
        for one, cost, called in zip(days, costs, calls, strict=True)
    )


def _caps(report: SpeechReport) -> tuple[Cap, ...]:
    pairs = (
        ("daily", report.today.cost, report.caps.daily),
        ("monthly", report.month.cost, report.caps.monthly),
    )
    return tuple(
        Cap(name, used, Decimal(str(limit)), float(used) / float(limit))
        for name, used, limit in pairs
        if limit
    )
