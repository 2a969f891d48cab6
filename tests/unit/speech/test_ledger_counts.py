from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from companion.speech.ledger.caps import Caps, check_caps
from companion.speech.ledger.counts import (
    Count,
    Ledger,
    OpenCall,
    begun,
    counted,
    ended,
    possible_on,
    sent,
    used_on,
)
from companion.speech.ledger.meter import Amount
from companion.speech.ledger.prices import Price, PriceList, Unit
from companion.speech.ledger.report import report
from companion.support.errors import CompanionError, Failure

DAY = "2026-11-30"
VOICE = "qwen/qwen3-tts-flash"
EARS = "aliyun_nls/sentence"
PRICES = PriceList(
    "2026-11-30",
    "CNY",
    {VOICE: Price(Unit.CHARACTERS, 0.8, 10_000), EARS: Price(Unit.CALLS, 3.5, 1000)},
)


def open_call(source: str = VOICE, day: str = DAY, begun_at: float = 0.0) -> OpenCall:
    return OpenCall(source, begun_at, day, counted(Amount(100), is_settled=False))


def with_use(source: str, used: Amount, day: str = DAY, ledger: Ledger | None = None) -> Ledger:
    under_way = begun(ledger or Ledger(), "t", open_call(source, day))
    return ended(under_way, "t", counted(used))


def test_a_call_under_way_counts_with_its_estimate() -> None:
    ledger = sent(begun(Ledger(), "t", open_call()), "t")
    assert used_on(ledger, DAY) == {VOICE: Count(1, 1, 1, 100)}


def test_a_call_of_which_only_the_beginning_is_known_is_in_no_counter_but_limits_hold_it() -> None:
    ledger = begun(Ledger(), "t", open_call())
    assert used_on(ledger, DAY) == {VOICE: Count(maybe=1)}
    assert possible_on(ledger, DAY) == {VOICE: Count(1, 1, 1, 100)}


def test_what_left_after_its_end_was_written_changes_nothing() -> None:
    ledger = with_use(VOICE, Amount(10))
    assert sent(ledger, "t") == ledger


def test_what_the_service_reported_takes_the_place_of_the_estimate() -> None:
    ledger = with_use(VOICE, Amount(195, is_reported=True))
    assert used_on(ledger, "") == {VOICE: Count(1, 0, 0, 195)}


@pytest.mark.behaviour("ASR-010")
def test_a_call_that_never_left_is_struck_out() -> None:
    assert ended(begun(Ledger(), "t", open_call()), "t", None) == Ledger()


def test_an_end_that_comes_twice_counts_once() -> None:
    once = with_use(VOICE, Amount(10))
    assert ended(once, "t", counted(Amount(10))) == once


def test_a_call_whose_end_never_came_is_settled_after_a_day() -> None:
    ledger = sent(begun(begun(Ledger(), "lost", open_call()), "maybe", open_call()), "lost")
    later = begun(ledger, "next", open_call(begun_at=24 * 3600.0 + 1, day="2026-12-01"))
    assert list(later.open) == ["next"]
    assert used_on(later, DAY) == {VOICE: Count(1, 1, 1, 100, maybe=1)}


def test_days_and_months_are_summed_apart() -> None:
    ledger = with_use(VOICE, Amount(1), "2026-10-31")
    ledger = with_use(VOICE, Amount(2), "2026-11-01", ledger)
    ledger = with_use(VOICE, Amount(4), DAY, ledger)
    sums = [used_on(ledger, days)[VOICE].characters for days in (DAY, "2026-11", "")]
    assert sums == [4, 6, 7]


def test_days_of_long_ago_are_kept_in_the_total_only() -> None:
    ledger = with_use(VOICE, Amount(1), DAY, with_use(VOICE, Amount(2), "2026-05-01"))
    assert list(ledger.days) == [DAY]
    assert ledger.total[VOICE].characters == 3


@pytest.mark.behaviour("USAGE-004")
def test_changing_a_price_changes_costs_and_no_counter() -> None:
    ledger = with_use(VOICE, Amount(20_000))
    dearer = PriceList("2026-12-01", "CNY", {VOICE: Price(Unit.CHARACTERS, 1.0, 10_000)})
    first, second = (report(ledger, prices, Caps(), DAY) for prices in (PRICES, dearer))
    assert (first.today.cost, second.today.cost) == (Decimal("1.6"), Decimal(2))
    assert first.today.lines[0].count == second.today.lines[0].count


def test_what_has_no_price_is_shown_as_unpriced() -> None:
    ledger = with_use("openai/tts-1", Amount(50), DAY, with_use(VOICE, Amount(10_000)))
    today = report(ledger, PRICES, Caps(), DAY).today
    assert today.unpriced == ("openai/tts-1",)
    assert [line.cost for line in today.lines] == [None, Decimal("0.8")]
    assert today.cost == Decimal("0.8")


@pytest.mark.parametrize(
    ("price", "count", "cost"),
    [
        (Price(Unit.CHARACTERS, 0.8, 10_000), Count(characters=195), "0.0156"),
        (Price(Unit.SECONDS, 0.00024), Count(milliseconds=2500), "0.0006"),
        (Price(Unit.CALLS, 3.5, 1000), Count(calls=2), "0.007"),
        (
            Price(Unit.TOKENS, 0.23, output=1.87),
            Count(input_tokens=1000, output_tokens=100),
            "0.000417",
        ),
    ],
    ids=["characters", "seconds", "calls", "tokens"],
)
def test_every_unit_is_priced_exactly(price: Price, count: Count, cost: str) -> None:
    assert PriceList(prices={"x": price}).cost("x", count) == Decimal(cost)


@pytest.mark.parametrize(
    ("caps", "is_refused"),
    [
        (Caps(), False),
        (Caps(daily=1.0), True),
        (Caps(daily=1.7), False),
        (Caps(daily=5.0, monthly=1.6), True),
    ],
    ids=["none", "day", "room for one", "month"],
)
def test_a_cap_refuses_what_would_go_past_it(caps: Caps, is_refused: bool) -> None:
    ledger = with_use(VOICE, Amount(20_000))
    call = counted(Amount(1000))
    if not is_refused:
        check_caps(ledger, PRICES, caps, DAY, VOICE, call)
        return
    with pytest.raises(CompanionError) as refused:
        check_caps(ledger, PRICES, caps, DAY, VOICE, call)
    assert refused.value.failure is Failure.SPEECH_CAP_REACHED


def test_tomorrow_the_daily_cap_has_room_again() -> None:
    ledger = with_use(VOICE, Amount(20_000))
    check_caps(ledger, PRICES, Caps(daily=1.0), "2026-12-01", VOICE, counted(Amount(10)))


def test_the_form_of_the_file_is_exact() -> None:
    ledger = begun(with_use(VOICE, Amount(7)), "u", open_call(EARS))
    assert msgspec.json.decode(msgspec.json.encode(ledger), type=Ledger) == ledger
