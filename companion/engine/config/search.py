"""`system-search.json` and `system-search-pricing.json`: web search and what it costs (SET-008)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec

from companion.engine.config.kinds import (
    DEFAULT_KEY_VARIABLE,
    Bytes,
    EnvironmentName,
    Milliseconds,
    Name,
    Price,
    WebAddress,
)
from companion.engine.config.values import Config, Reader, Reading


class SearchProvider(enum.StrEnum):
    """Who is asked."""

    DEEPSEEK = "deepseek"
    SEARXNG = "searxng"
    BRAVE = "brave"


class SearchConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """The connection to a search service and the bounds of what it brings.

    Attributes:
        key_variable: Environment variable with the key.
        results: Most results of a search.
        page_bytes: Most text of a page.
        redirects: Most of one fetch.
        timeout_millis: Of a search or a fetch.
    """

    FILE_NAME: ClassVar[str] = "system-search.json"

    provider: SearchProvider = SearchProvider.DEEPSEEK
    base_url: WebAddress = "https://api.deepseek.com"
    key_variable: EnvironmentName = DEFAULT_KEY_VARIABLE
    results: Annotated[int, msgspec.Meta(ge=1, le=50)] = 8
    page_bytes: Bytes = 512 * 1024
    redirects: Annotated[int, msgspec.Meta(ge=0, le=10)] = 3
    timeout_millis: Milliseconds = 20_000


def read_prices(value: Any) -> Reading:
    """Keep every entry whose price is known; usage of the others is told as unpriced (USAGE-013).

    Raises:
        ValueError: There is no mapping at all.
    """
    good: dict[str, float] = {}
    faults: list[str] = []
    for name, price in msgspec.convert(value, dict[str, Any]).items():
        try:
            good[msgspec.convert(name, Name)] = msgspec.convert(price, Price)
        except msgspec.ValidationError as error:
            faults.append(f"{name[:128]!r}: {error}")
    return Reading(good, tuple(faults))


class SearchPricingConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """What a thousand calls cost.

    Attributes:
        currency: Of all prices here, such as `CNY`.
        per_thousand_calls: Provider id to price; who is not named is unpriced. A SearXNG is run by
            its owner, who pays for no call.
    """

    FILE_NAME: ClassVar[str] = "system-search-pricing.json"
    READERS: ClassVar[Mapping[str, Reader]] = {"per_thousand_calls": read_prices}

    currency: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$(?!\n)")] = "CNY"
    per_thousand_calls: Mapping[str, float] = msgspec.field(
        default_factory=lambda: {SearchProvider.SEARXNG.value: 0.0}
    )
