"""The player's own limits for paid speech. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from companion.speech.ledger.counts import Count, Ledger, possible_on
from companion.speech.ledger.prices import PriceList
from companion.support.errors import CompanionError, Failure
from companion.support.settings import Settings

DAY, MONTH = len("2026-11-30"), len("2026-11")


@dataclass(frozen=True, slots=True)
class Caps:
    """Most money for speech, in the currency of the prices; zero is no limit.

    What is unpriced cannot be held to a sum of money, and is not.
    """

    daily: float = 0.0
    monthly: float = 0.0


def caps_of(settings: Settings) -> Caps:
    """The limits that the player set."""
    return Caps(settings.speech_cap_daily, settings.speech_cap_monthly)


def check_caps(
    ledger: Ledger, prices: PriceList, caps: Caps, day: str, source: str, estimate: Count
) -> None:
    """Refuse a call that would go past a limit, or any once it is reached.

    Args:
        ledger: As it is.
        prices: As they are now.
        caps: The player's.
        day: ISO date, now.
        source: What would be called.
        estimate: What it would use.

    Raises:
        CompanionError: SPEECH_CAP_REACHED; the detail names the limit.
    """
    cost = prices.cost(source, estimate)
    if cost is None:
        return
    for cap, length in ((caps.daily, DAY), (caps.monthly, MONTH)):
        limit, spent = Decimal(str(cap)), prices.sum(possible_on(ledger, day[:length]))
        if cap and (spent >= limit or spent + cost > limit):
            period = "day" if length == DAY else "month"
            detail = f"{limit.normalize():f} {prices.currency} a {period}"
            raise CompanionError(Failure.SPEECH_CAP_REACHED, detail)
