"""Prices, from the operator's files to money: what has no price is unpriced, never free.

`system-model-pricing.json` is read here, `system-search-pricing.json` in `engine/config/search.py`;
both field by field and entry by entry (USAGE-013, USAGE-014).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, ClassVar

import msgspec

from companion.engine.config.kinds import Name, Price
from companion.engine.config.search import SearchPricingConfig
from companion.engine.config.values import Config, Entry, Reader, Reading
from companion.engine.usage.counters import ModelCount, SearchCount

MILLION = Decimal(1_000_000)
THOUSAND = Decimal(1_000)


class TokenPrice(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """What a million tokens cost.

    Attributes:
        cached_input: Of input read from the provider's cache; as other input when None.
    """

    input: Price
    output: Price
    cached_input: Price | None = None


def read_token_prices(value: Any) -> Reading:
    """Keep every entry whose prices are known.

    Raises:
        ValueError: There is no mapping at all.
    """
    good: dict[str, TokenPrice] = {}
    faults: list[str] = []
    for name, price in msgspec.convert(value, dict[str, Any]).items():
        try:
            good[msgspec.convert(name, Name)] = msgspec.convert(price, TokenPrice)
        except msgspec.ValidationError as error:
            faults.append(f"{name[:128]!r}: {error}")
    return Reading(good, tuple(faults))


class ModelPricingConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """What models cost.

    Attributes:
        currency: Of all prices here, such as `CNY`.
        per_million_tokens: `provider/model` to its prices; who is not named is unpriced.
    """

    FILE_NAME: ClassVar[str] = "system-model-pricing.json"
    READERS: ClassVar[Mapping[str, Reader]] = {"per_million_tokens": read_token_prices}

    currency: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$(?!\n)")] = "CNY"
    per_million_tokens: Mapping[str, TokenPrice] = {}


@dataclass(frozen=True, slots=True)
class Money:
    """An amount, exact."""

    amount: Decimal
    currency: str


def model_cost(count: ModelCount, source: str, prices: ModelPricingConfig) -> Money | None:
    """The cost of what a service reported; None when it has no price."""
    price = prices.per_million_tokens.get(source)
    if price is None:
        return None
    cached = price.input if price.cached_input is None else price.cached_input
    amount = (
        Decimal(count.input - count.cached_input) * _exact(price.input)
        + Decimal(count.cached_input) * _exact(cached)
        + Decimal(count.output) * _exact(price.output)
    )
    return Money(amount / MILLION, prices.currency)


def search_cost(count: SearchCount, source: str, prices: SearchPricingConfig) -> Money | None:
    """The cost of searches and fetches (USAGE-012); None when it has no price."""
    price = prices.per_thousand_calls.get(source)
    if price is None:
        return None
    return Money(count.calls * _exact(price) / THOUSAND, prices.currency)


def _exact(price: float) -> Decimal:
    """The number as it was written in the file, not its nearest fraction of two."""
    return Decimal(str(price))
