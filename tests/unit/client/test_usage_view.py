"""The usage page's numbers: both books joined, money exact, nothing added over currencies."""

from __future__ import annotations

from decimal import Decimal

import pytest

from companion.client.usage_view import CHART_DAYS, UsageView, usage_view
from companion.protocol.responses import Usage, Used, UsedOf
from companion.speech.ledger.caps import Caps
from companion.speech.ledger.counts import Count, Ledger
from companion.speech.ledger.prices import Price, PriceList, Unit
from companion.speech.ledger.report import report

DAY = "2026-11-30"
PRICES = PriceList("2026-11-01", "CNY", {"a/b": Price(Unit.CHARACTERS, 0.1)})
LEDGER = Ledger(
    total={"a/b": Count(5, characters=70), "free/one": Count(2, milliseconds=1500)},
    days={DAY: {"a/b": Count(1, characters=10)}, "2026-11-29": {"a/b": Count(2, characters=20)}},
)


def view(told: Usage | None = None, caps: Caps = Caps()) -> UsageView:  # noqa: B008
    return usage_view(report(LEDGER, PRICES, caps, DAY), LEDGER, PRICES, told, DAY)


@pytest.mark.behaviour("SET-009")
def test_speech_is_priced_with_the_players_prices_and_what_has_none_says_so() -> None:
    (speech,) = view().groups
    priced, unpriced = speech.lines
    assert (priced.today, priced.total) == (Decimal("1.0"), Decimal("7.0"))
    assert (unpriced.total, unpriced.amount) == (None, (("seconds", 2),))
    assert not speech.is_whole


def test_what_the_server_told_stands_beside_it_in_its_own_currency() -> None:
    used = UsedOf("", "deepseek/chat", Used(1, input=5, cost="0.25"), Used(3, 1, 9, cost="0.75"))
    found = UsedOf("", "searxng", Used(2), Used(4))
    speech, models, searches = view(Usage(False, (used,), (found,), "USD", "")).groups
    assert (speech.currency, models.currency) == ("CNY", "USD")
    assert (models.today, models.total, models.is_whole) == (Decimal("0.25"), Decimal("0.75"), True)
    assert models.lines[0].uncounted == 1
    assert (searches.total, searches.is_whole) == (Decimal(), False)


def test_the_chart_has_every_day_of_a_month_and_its_highest_is_one() -> None:
    bars = view().bars
    assert len(bars) == CHART_DAYS
    assert [bar.day for bar in bars[-2:]] == ["2026-11-29", DAY]
    assert [bar.share for bar in bars[-3:]] == [0.0, 1.0, 0.5]


def test_a_chart_without_any_cost_is_flat() -> None:
    empty = usage_view(report(Ledger(), PRICES, Caps(), DAY), Ledger(), PRICES, None, DAY)
    assert {bar.share for bar in empty.bars} == {0.0}
    assert empty.caps == ()


def test_a_limit_shows_how_much_of_it_is_used() -> None:
    daily, monthly = view(caps=Caps(2.0, 30.0)).caps
    assert (daily.name, daily.share) == ("daily", 0.5)
    assert (monthly.used, monthly.share) == (Decimal("3.0"), 0.1)


def test_calls_that_may_have_left_stand_beside_those_that_did() -> None:
    ledger = Ledger(total={"a/b": Count(5, characters=70, maybe=1)})
    (speech,) = usage_view(report(ledger, PRICES, Caps(), DAY), ledger, PRICES, None, DAY).groups
    assert [(line.calls, line.maybe, line.total) for line in speech.lines] == [
        (5, 1, Decimal("7.0"))
    ]


def of(player: str, source: str, cost: str = "") -> UsedOf:
    used = Used(1, input=5, cost=cost) if cost else Used(1, input=5)
    return UsedOf(player, source, used, used)


def test_an_operator_sees_what_each_player_cost_the_dearest_first() -> None:
    told = (
        of("Steve", "a/x", "0.5"),
        of("Alex", "a/x", "0.4"),
        of("Alex", "a/y", "0.3"),
        of("", "a/x"),
    )
    (players,) = view(Usage(False, told, (), "USD", "")).players
    assert [(line.source, line.calls, line.total) for line in players.lines] == [
        ("Alex", 2, Decimal("0.7")),
        ("Steve", 1, Decimal("0.5")),
        ("", 1, None),
    ]
    assert players.lines[0].amount == (("input", 10),)


def test_ones_own_use_is_not_told_player_by_player() -> None:
    assert view(Usage(False, (of("", "a/x"),), (), "", "")).players == ()
