"""Codes are short, short-lived, used once and guessed seldom."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from companion.engine.access import pairing
from companion.engine.access.identity import PlayerId
from companion.engine.access.pairing import (
    CODE_IN_COMPANION_S,
    CODE_IN_GAME_S,
    HOUR_S,
    PER_ADDRESS_AN_HOUR,
    PER_NAME_AN_HOUR,
    TRIES,
    CodesInCompanion,
    CodesInGame,
    draw_code,
)
from companion.support.errors import CompanionError, Failure
from tests.helpers.access_world import ALEX, STEVE, Codes

HERE, THERE = "192.0.2.1", "198.51.100.7"
ONE, OTHER = UUID(int=1), UUID(int=2)


@pytest.fixture
def in_game():
    return CodesInGame(Codes())


@pytest.fixture
def in_companion():
    return CodesInCompanion(Codes())


def refused(failure, call, *arguments):
    with pytest.raises(CompanionError) as caught:
        call(*arguments)
    assert caught.value.failure is failure


def someone(number):
    return PlayerId(UUID(int=0x1000 + number), f"Player{number}")


def wrong(code):
    return f"{(int(code) + 1) % 10**6:06}"


@pytest.mark.behaviour("PROTO-060")
def test_the_right_code_proves_the_player(in_game):
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    assert in_game.enter(ONE, code, HERE, 1.0) == ALEX


def test_a_code_is_used_once(in_game):
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    in_game.enter(ONE, code, HERE, 1.0)
    refused(Failure.PAIRING_EXPIRED, in_game.enter, ONE, code, HERE, 2.0)


def test_a_code_serves_the_connection_that_asked_for_it(in_game):
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    refused(Failure.PAIRING_EXPIRED, in_game.enter, OTHER, code, HERE, 1.0)


def test_a_code_is_good_for_two_minutes(in_game):
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    assert in_game.enter(ONE, code, HERE, CODE_IN_GAME_S - 0.1) == ALEX
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    refused(Failure.PAIRING_EXPIRED, in_game.enter, ONE, code, HERE, CODE_IN_GAME_S)
    assert CODE_IN_GAME_S == 120


def test_the_fifth_wrong_try_ends_a_code(in_game):
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    for _ in range(TRIES - 1):
        refused(Failure.PAIRING_CODE_WRONG, in_game.enter, ONE, wrong(code), HERE, 1.0)
    refused(Failure.PAIRING_EXPIRED, in_game.enter, ONE, wrong(code), HERE, 1.0)
    refused(Failure.PAIRING_EXPIRED, in_game.enter, ONE, code, HERE, 1.0)
    assert TRIES == 5


def test_the_last_try_may_be_right(in_game):
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    for _ in range(TRIES - 1):
        refused(Failure.PAIRING_CODE_WRONG, in_game.enter, ONE, wrong(code), HERE, 1.0)
    assert in_game.enter(ONE, code, HERE, 1.0) == ALEX


def test_a_new_code_ends_the_old_one(in_game):
    old = in_game.ask(ONE, ALEX, HERE, 0.0)
    new = in_game.ask(ONE, ALEX, HERE, 1.0)
    refused(Failure.PAIRING_CODE_WRONG, in_game.enter, ONE, old, HERE, 2.0)
    assert in_game.enter(ONE, new, HERE, 2.0) == ALEX


def test_an_address_gets_twenty_codes_an_hour(in_game):
    for number in range(PER_ADDRESS_AN_HOUR):
        in_game.ask(uuid4(), someone(number), HERE, float(number))
    refused(Failure.PAIRING_LIMITED, in_game.ask, ONE, ALEX, HERE, 60.0)
    assert in_game.ask(ONE, ALEX, THERE, 60.0)
    assert in_game.ask(OTHER, STEVE, HERE, HOUR_S)
    assert PER_ADDRESS_AN_HOUR == 20


def test_who_asked_last_may_still_enter_the_code(in_game):
    for number in range(PER_ADDRESS_AN_HOUR - 1):
        in_game.ask(uuid4(), someone(number), HERE, 0.0)
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    assert in_game.enter(ONE, code, HERE, 1.0) == ALEX


def test_an_address_may_miss_twenty_times_an_hour(in_game):
    attempts = [uuid4() for _ in range(5)]
    codes = [in_game.ask(a, someone(n), HERE, 0.0) for n, a in enumerate(attempts)]
    for attempt, code in zip(attempts[:4], codes[:4], strict=True):
        for _ in range(TRIES):
            with pytest.raises(CompanionError):
                in_game.enter(attempt, wrong(code), HERE, 1.0)
    refused(Failure.PAIRING_LIMITED, in_game.enter, attempts[4], codes[4], HERE, 1.0)


def test_a_player_is_shown_few_codes_an_hour_whoever_asks(in_game):
    for number in range(PER_NAME_AN_HOUR):
        in_game.ask(uuid4(), ALEX, f"192.0.2.{number}", 0.0)
    refused(Failure.PAIRING_LIMITED, in_game.ask, ONE, ALEX, THERE, 1.0)
    assert in_game.ask(ONE, STEVE, THERE, 1.0)


def test_changing_the_lower_half_of_an_ipv6_address_helps_nobody(in_game):
    for number in range(PER_ADDRESS_AN_HOUR):
        in_game.ask(uuid4(), someone(number), f"2001:db8:1:2::{number + 1:x}", 0.0)
    refused(Failure.PAIRING_LIMITED, in_game.ask, ONE, ALEX, "2001:db8:1:2:ffff::1", 1.0)
    assert in_game.ask(ONE, ALEX, "2001:db8:1:3::1", 1.0)


def test_a_connection_that_ends_takes_its_code_along(in_game):
    code = in_game.ask(ONE, ALEX, HERE, 0.0)
    in_game.drop(ONE)
    refused(Failure.PAIRING_EXPIRED, in_game.enter, ONE, code, HERE, 1.0)


def test_codes_that_ran_out_are_named_once(in_game):
    in_game.ask(ONE, ALEX, HERE, 0.0)
    in_game.ask(OTHER, STEVE, HERE, 60.0)
    assert in_game.expire(CODE_IN_GAME_S) == (ONE,)
    assert in_game.expire(CODE_IN_GAME_S) == ()


def test_open_codes_are_bounded(in_game, monkeypatch):
    monkeypatch.setattr(pairing, "MOST_OPEN", 3)
    for number in range(3):
        in_game.ask(uuid4(), someone(number), f"192.0.2.{number}", 0.0)
    refused(Failure.PAIRING_LIMITED, in_game.ask, ONE, ALEX, THERE, 1.0)


def test_a_typed_code_names_the_companion_that_shows_it(in_companion):
    one = in_companion.ask(ONE, HERE, 0.0)
    other = in_companion.ask(OTHER, THERE, 0.0)
    assert in_companion.typed(other, ALEX, 1.0) == OTHER
    assert in_companion.typed(one, STEVE, 1.0) == ONE


def test_a_typed_code_is_good_for_five_minutes_and_used_once(in_companion):
    code = in_companion.ask(ONE, HERE, 0.0)
    assert in_companion.typed(code, ALEX, CODE_IN_COMPANION_S - 0.1) == ONE
    refused(Failure.PAIRING_CODE_WRONG, in_companion.typed, code, ALEX, CODE_IN_COMPANION_S - 0.1)
    late = in_companion.ask(ONE, HERE, 0.0)
    refused(Failure.PAIRING_CODE_WRONG, in_companion.typed, late, STEVE, CODE_IN_COMPANION_S)
    assert CODE_IN_COMPANION_S == 300


def test_a_player_who_types_wrong_codes_has_to_wait(in_companion):
    code = in_companion.ask(ONE, HERE, 0.0)
    for _ in range(TRIES):
        refused(Failure.PAIRING_CODE_WRONG, in_companion.typed, wrong(code), ALEX, 1.0)
    refused(Failure.PAIRING_LIMITED, in_companion.typed, code, ALEX, 2.0)
    assert in_companion.typed(code, STEVE, 2.0) == ONE


def test_two_open_codes_are_never_the_same():
    codes = CodesInCompanion(Codes("000001", "000001", "000002"))
    assert codes.ask(ONE, HERE, 0.0) == "000001"
    assert codes.ask(OTHER, HERE, 0.0) == "000002"


@pytest.mark.parametrize(
    "said", ["", "12345", "1234567", "１２３４５６", "abcdef", "\ud800"], ids=ascii
)
def test_what_is_no_code_is_wrong(in_companion, said):
    in_companion.ask(ONE, HERE, 0.0)
    refused(Failure.PAIRING_CODE_WRONG, in_companion.typed, said, ALEX, 1.0)


def test_codes_are_compared_in_constant_time(in_companion, monkeypatch):
    compared = []
    same = pairing.hmac.compare_digest
    monkeypatch.setattr(
        pairing.hmac, "compare_digest", lambda a, b: (compared.append(a), same(a, b))[1]
    )
    codes = [in_companion.ask(uuid4(), HERE, 0.0).encode() for _ in range(3)]
    in_companion.typed(codes[0].decode(), ALEX, 1.0)
    assert compared == codes


def test_drawn_codes_have_six_digits():
    codes = {draw_code() for _ in range(300)}
    assert all(len(code) == 6 and code.isdigit() for code in codes)
    assert len(codes) > 250
