"""What the usage page and `companion usage` show of an account's ledger. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from companion.speech.ledger.caps import DAY, MONTH, Caps
from companion.speech.ledger.counts import Count, Counts, Ledger, used_on
from companion.speech.ledger.prices import PriceList


@dataclass(frozen=True, slots=True)
class Line:
    """One service within one period.

    Attributes:
        source: `provider/model`.
        count: What was used.
        cost: None when unpriced.
    """

    source: str
    count: Count
    cost: Decimal | None


@dataclass(frozen=True, slots=True)
class Period:
    """A day, a month, or all time.

    Attributes:
        lines: By source.
        cost: Of what has a price.
        unpriced: Sources without a price; `cost` lacks them.
    """

    lines: tuple[Line, ...]
    cost: Decimal
    unpriced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpeechReport:
    """Everything, priced with the prices of now."""

    today: Period
    month: Period
    total: Period
    currency: str
    prices_dated: str
    caps: Caps


def report(ledger: Ledger, prices: PriceList, caps: Caps, day: str) -> SpeechReport:
    """Price a ledger; changing prices changes costs and no counter.

    Args:
        ledger: As it is.
        prices: As they are now.
        caps: The player's limits.
        day: ISO date, now.
    """
    return SpeechReport(
        _period(used_on(ledger, day[:DAY]), prices),
        _period(used_on(ledger, day[:MONTH]), prices),
        _period(used_on(ledger, ""), prices),
        prices.currency,
        prices.dated,
        caps,
    )


def _period(counts: Counts, prices: PriceList) -> Period:
    lines = tuple(
        Line(source, count, prices.cost(source, count)) for source, count in sorted(counts.items())
    )
    return Period(lines, prices.sum(counts), prices.unpriced(counts))
