"""Prices: a dated file that players may edit; what has no price is unpriced, never free.

Read entry by entry: one that cannot be understood costs its own price only, and a file that cannot
be read leaves everything unpriced while counting goes on.
"""

from __future__ import annotations

import enum
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import msgspec

from companion.speech.ledger.counts import Count
from companion.support.paths import shipped

logger = logging.getLogger(__name__)

FILE_NAME = "speech-pricing.json"
MOST_BYTES = 1 << 20
MILLION = Decimal(1_000_000)

Money = Annotated[float, msgspec.Meta(ge=0, le=1e6)]


class Unit(enum.StrEnum):
    """What a price is for."""

    CHARACTERS = "characters"
    SECONDS = "seconds"
    CALLS = "calls"
    TOKENS = "tokens"
    """A million of them; input and output are priced apart."""


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a service costs.

    Attributes:
        unit: What is counted.
        price: For `per` units; of input where they are tokens.
        per: Units.
        output: For a million output tokens.
    """

    unit: Unit
    price: Money
    per: Annotated[int, msgspec.Meta(ge=1)] = 1
    output: Money = 0.0


class _File(msgspec.Struct, frozen=True):
    dated: str
    currency: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$")]
    prices: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class PriceList:
    """Prices as they were on a day.

    Attributes:
        dated: ISO date that they were read off; empty when there are none.
        currency: Of all prices here.
        prices: Source to its price; who is not here is unpriced.
        faults: One line for each entry that was not understood.
    """

    dated: str = ""
    currency: str = "CNY"
    prices: Mapping[str, Price] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    def cost(self, source: str, count: Count) -> Decimal | None:
        """What a use costs; None when it is unpriced."""
        price = self.prices.get(source)
        return None if price is None else _cost(price, count)

    def sum(self, counts: Mapping[str, Count]) -> Decimal:
        """What has a price, summed up; see `unpriced` for the rest."""
        costs = (self.cost(source, count) for source, count in counts.items())
        return sum((cost for cost in costs if cost is not None), Decimal())

    def unpriced(self, sources: Iterable[str]) -> tuple[str, ...]:
        """The sources without a price."""
        return tuple(sorted(source for source in sources if source not in self.prices))


def price_path(folder: Path) -> Path:
    """Where players edit prices, below their configuration."""
    return folder / "system" / FILE_NAME


def read_prices(folder: Path) -> PriceList:
    """The player's prices, else the shipped ones. Blocks on the disk."""
    own = price_path(folder)
    return _read(own if own.exists() else shipped("resources") / FILE_NAME)


def _read(path: Path) -> PriceList:
    try:
        data = path.read_bytes()
        if len(data) > MOST_BYTES:
            raise ValueError("larger than 1 MiB")
        file = msgspec.json.decode(data, type=_File)
    except (OSError, ValueError, RecursionError) as error:
        logger.warning("speech prices not read, everything is unpriced: %s", error)
        return PriceList(faults=(f"{path.name}: {error}",))
    return _entry_by_entry(file)


def _entry_by_entry(file: _File) -> PriceList:
    good: dict[str, Price] = {}
    faults: list[str] = []
    for source, entry in file.prices.items():
        try:
            good[source] = msgspec.convert(entry, Price)
        except msgspec.ValidationError as error:
            faults.append(f"{source[:80]}: {error}")
    return PriceList(file.dated, file.currency, good, tuple(faults))


def _cost(price: Price, count: Count) -> Decimal:
    exact = Decimal(str(price.price))  # as it was written, not its nearest fraction of two
    match price.unit:
        case Unit.CHARACTERS:
            return count.characters * exact / price.per
        case Unit.SECONDS:
            return Decimal(count.milliseconds) / 1000 * exact / price.per
        case Unit.CALLS:
            return count.calls * exact / price.per
        case Unit.TOKENS:
            output = Decimal(str(price.output))
            return (count.input_tokens * exact + count.output_tokens * output) / MILLION
