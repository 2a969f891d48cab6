"""What somebody may see of the ledger."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest

from companion.engine.config.search import SearchPricingConfig
from companion.engine.usage.counters import ModelCount, Row, SearchCount, UsageSnapshot
from companion.engine.usage.pricing import ModelPricingConfig, Money, TokenPrice
from companion.engine.usage.report import Part, Prices, UsageReport, check_may_see, report
from companion.support.errors import CompanionError, Failure

DAY = "2026-10-07"
PRICES = Prices(
    ModelPricingConfig(per_million_tokens={"m": TokenPrice(input=1.0, output=2.0)}),
    SearchPricingConfig(currency="USD", per_thousand_calls={"s": 5.0}),
)


def used(player: str, source: str, today: int, total: int) -> Row[ModelCount]:
    counts = [ModelCount(calls=n, input=n * 1_000_000) for n in (today, total)]
    return Row(player, source, DAY, *counts)


SNAPSHOT = UsageSnapshot(
    (used("alex", "m", 1, 2), used("steve", "m", 2, 5), used("alex", "free", 0, 1)),
    (Row("alex", "s", DAY, SearchCount(0, 0), SearchCount(400, 100)),),
)


def yuan(amount: int) -> Money:
    return Money(Decimal(amount), "CNY")


@pytest.mark.behaviour("USAGE-020")
def test_each_player_and_model_has_a_line_with_its_costs() -> None:
    lines = report(SNAPSHOT, PRICES).models.lines

    told = [(line.player, line.source, line.today_cost, line.total_cost) for line in lines]
    assert told == [
        ("alex", "m", yuan(1), yuan(2)),
        ("steve", "m", yuan(2), yuan(5)),
        ("alex", "free", None, None),
    ]


def test_lines_add_up_by_model() -> None:
    found = report(SNAPSHOT, PRICES).models

    told = [(line.source, line.today.calls, line.total.calls) for line in found.by_source]
    assert told == [("m", 3, 7), ("free", 0, 1)]
    assert (found.today_cost, found.total_cost) == (yuan(3), yuan(7))


@pytest.mark.behaviour("USAGE-013")
def test_a_sum_says_that_something_unpriced_is_missing_from_it() -> None:
    assert not report(SNAPSHOT, PRICES).models.is_whole
    assert report(SNAPSHOT, PRICES, "steve").models.is_whole


def test_a_sum_says_that_unreported_calls_are_missing_from_it() -> None:
    row = Row("alex", "m", DAY, ModelCount(), ModelCount(calls=1, unreported=1))

    assert not report(UsageSnapshot((row,)), PRICES).models.is_whole


@pytest.mark.behaviour("USAGE-012")
def test_searches_have_costs_of_their_own_currency() -> None:
    assert report(SNAPSHOT, PRICES).searches.total_cost == Money(Decimal("2.5"), "USD")


def test_nothing_used_costs_nothing_that_could_be_told() -> None:
    nothing = Part((), (), None, None, is_whole=True)

    assert report(UsageSnapshot(), PRICES) == UsageReport(nothing, nothing)


def test_one_players_report_has_nobody_elses_lines() -> None:
    found = report(SNAPSHOT, PRICES, "alex")

    assert {line.player for line in (*found.models.lines, *found.searches.lines)} == {"alex"}
    assert found.models.total_cost == yuan(2)


@pytest.mark.behaviour("USAGE-018")
@pytest.mark.parametrize(
    ("asker", "about", "is_operator", "may"),
    [
        ("alex", "alex", False, True),
        ("alex", "steve", False, False),
        ("alex", None, False, False),
        ("alex", "alex", True, True),
        ("alex", "steve", True, True),
        ("alex", None, True, True),
    ],
)
def test_only_operators_see_others_and_the_whole(
    asker: str, about: str | None, is_operator: bool, may: bool
) -> None:
    def ask() -> bool:
        try:
            check_may_see(asker, about, is_operator=is_operator)
        except CompanionError as error:
            return error.failure is not Failure.NOT_PERMITTED
        return True

    assert ask() is may


@pytest.mark.behaviour("USAGE-005")
def test_the_report_knows_models_and_searches_only() -> None:
    assert {field.name for field in dataclasses.fields(UsageReport)} == {"models", "searches"}
