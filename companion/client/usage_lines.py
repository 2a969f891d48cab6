"""Lines of the usage page, service by service or player by player. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class UsageLine:
    """One service.

    Attributes:
        source: `provider/model`, or the search provider.
        player: Whose, on an operator's page; empty for one's own and the server's.
        calls_today, calls: Of today, and of all time.
        amount: What was used in all, as numbers by name: characters, seconds, input, output,
            cached, thinking; those that are 0 are left out.
        today, total: Cost; None when unpriced.
        uncounted: Calls whose use the service did not report.
        maybe: Calls beside those, of which nobody knows whether they left.
    """

    source: str
    player: str
    calls_today: int
    calls: int
    amount: tuple[tuple[str, int], ...]
    today: Decimal | None
    total: Decimal | None
    uncounted: int = 0
    maybe: int = 0


@dataclass(frozen=True, slots=True)
class UsageGroup:
    """Services that are paid in one currency.

    Attributes:
        name: `speech`, `models` or `searches`; its words are `client.usage.<name>`.
        today, month, total: Sums of what has a price; month is None where it is not counted.
        is_whole: Whether the sums lack nothing.
    """

    name: str
    currency: str
    lines: tuple[UsageLine, ...]
    today: Decimal
    month: Decimal | None
    total: Decimal
    is_whole: bool


def by_player(group: UsageGroup) -> UsageGroup:
    """The same numbers with one line for each player, the dearest first.

    The line's source is the player; empty for the server itself.
    """
    lines: dict[str, UsageLine] = {}
    for line in group.lines:
        before = lines.get(line.player)
        lines[line.player] = _sum(before, line) if before else replace(line, source=line.player)
    dearest = sorted(lines.values(), key=lambda line: (line.total or 0, line.calls), reverse=True)
    return replace(group, lines=tuple(replace(line, player="") for line in dearest))


def _sum(one: UsageLine, other: UsageLine) -> UsageLine:
    """What both used; a cost that is missing is missing in the sum of two only."""
    amount = Counter(dict(one.amount))
    amount.update(dict(other.amount))
    return replace(
        one,
        calls_today=one.calls_today + other.calls_today,
        calls=one.calls + other.calls,
        amount=tuple(amount.items()),
        today=_both(one.today, other.today),
        total=_both(one.total, other.total),
        uncounted=one.uncounted + other.uncounted,
        maybe=one.maybe + other.maybe,
    )


def _both(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return other if one is None else one if other is None else one + other
