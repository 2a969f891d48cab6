"""Sums of money and amounts of use as a player reads them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal

from companion.language.translations import Translations

SYMBOLS: Mapping[str, str] = {"CNY": "¥", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "JP¥"}
_CENT, _FINE = Decimal("0.01"), Decimal("0.0001")


def money(cost: Decimal | None, currency: str, translations: Translations) -> str:
    """`¥1.20`, `¥0.0031`, `12.00 SEK`; less than can be shown is not nothing; None is unpriced."""
    if cost is None:
        return translations.text("ui.usage.unpriced")
    step = _CENT if cost >= 1 or not cost else _FINE
    rounded = cost.quantize(step, ROUND_HALF_UP)
    if cost and not rounded:
        return f"< {_signed(f'{_FINE:f}', currency)}"
    shown = f"{rounded:,f}"
    if step is _FINE:  # two places at least
        shown = shown[:-2] + shown[-2:].rstrip("0")
    return _signed(shown, currency)


def amounts(pairs: Iterable[tuple[str, int]], translations: Translations) -> str:
    """`1,204 characters · 36 s of sound`."""
    return " · ".join(
        translations.text(f"ui.usage.amount.{name}", count=f"{value:,}") for name, value in pairs
    )


def _signed(number: str, currency: str) -> str:
    if currency in SYMBOLS:
        return SYMBOLS[currency] + number
    return f"{number} {currency}".strip()
