from __future__ import annotations

import contextlib
import sqlite3
from uuid import UUID

import pytest

from companion.engine.storage import chat_tally
from companion.engine.storage.chat_tally import Tallies, Tally
from companion.engine.storage.schema import CHAT
from tests.helpers.store_rig import ALEX, STEVE, Limits

DAY_S = 86_400.0


@pytest.mark.parametrize(
    ("tally", "fits"),
    [
        (Tally(3, 100, 10.0), True),
        (Tally(4, 100, 10.0), False),
        (Tally(3, 101, 10.0), False),
        (Tally(3, 100, 10.0 - DAY_S), False),
        (Tally(0, 0, None), True),
    ],
    ids=["within", "a round more", "a byte more", "a day older", "nothing"],
)
def test_what_fits_has_rounds_bytes_and_age_within_the_limits(tally: Tally, fits: bool) -> None:
    limits = Limits(replay_rounds=3, cache_bytes=100, history_days=1)()
    assert tally.fits(limits, 10.0) is fits


def test_one_round_more_counts_and_keeps_the_oldest() -> None:
    first = Tally(0, 0, None).with_one(7, 50.0)
    assert (first, first.with_one(5, 60.0)) == (Tally(1, 7, 50.0), Tally(2, 12, 50.0))
    assert first.with_one(5, 40.0).oldest == 40.0


def test_rounds_of_one_player_are_counted() -> None:
    tallies = Tallies()
    with contextlib.closing(sqlite3.connect(":memory:")) as rows:
        for statement in CHAT.statements:
            rows.execute(statement)
        for number, player in enumerate((ALEX, ALEX, STEVE)):
            rows.execute(
                "INSERT INTO round (player, request, fingerprint, at, remembered, bytes)"
                " VALUES (?, ?, '', ?, 0, 5)",
                (player.bytes, UUID(int=number).bytes, float(number)),
            )
        assert tallies.count(rows, ALEX) == tallies.of(ALEX) == Tally(2, 10, 0.0)


def test_what_came_to_nothing_is_counted_again() -> None:
    tallies = Tallies()
    for player in (ALEX, STEVE):
        tallies.put(player, Tally(1, 1, 1.0))
    tallies.drop(ALEX)
    assert (tallies.of(ALEX), tallies.of(STEVE)) == (None, Tally(1, 1, 1.0))
    tallies.forget()
    assert tallies.of(STEVE) is None


def test_a_bounded_number_of_players_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_tally, "MOST_PLAYERS", 1)
    tallies = Tallies()
    for player in (ALEX, STEVE):
        tallies.put(player, Tally(1, 1, 1.0))
    assert (tallies.of(ALEX), tallies.of(STEVE)) == (None, Tally(1, 1, 1.0))
