from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from uuid import UUID

import pytest

from companion.engine.storage.chat_keeping import RoundKeeping
from companion.engine.storage.chat_rows import ROUNDS_AT_ONCE, Entry, size_of
from companion.engine.storage.chat_tally import Tallies
from companion.engine.storage.schema import CHAT
from tests.helpers.store_rig import ALEX, STEVE, Limits, spoken

ROOM = Limits(replay_rounds=3, history_turns=3)


@pytest.fixture
def rows() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for statement in CHAT.statements:
        connection.execute(statement)
    yield connection
    connection.close()


def entry(number: int, player: UUID = ALEX) -> Entry:
    kept = spoken(number)
    return Entry(player, kept, True, float(number), size_of(kept, is_turn=True))


def requests(rows: sqlite3.Connection, player: UUID = ALEX) -> list[int]:
    found = rows.execute("SELECT request FROM round WHERE player = ? ORDER BY id", (player.bytes,))
    return [UUID(bytes=request).int for (request,) in found]


def test_rounds_of_several_players_are_kept_and_counted_together(rows: sqlite3.Connection) -> None:
    tallies = Tallies()
    keeping = RoundKeeping(tallies, ROOM)
    assert keeping.run(rows, [entry(1), entry(2, STEVE), entry(3)]) == [True] * 3
    assert (requests(rows), requests(rows, STEVE)) == ([1, 3], [2])
    known = [tallies.of(player) for player in (ALEX, STEVE)]
    assert known == [Tallies().count(rows, player) for player in (ALEX, STEVE)]


@pytest.mark.parametrize(
    ("numbers", "single"),
    [((2,), True), ((2, 3), True), ((2, 3, 4), False)],
    ids=["room", "room for both", "one too many"],
)
def test_it_is_one_statement_while_everybody_has_room_for_all(
    rows: sqlite3.Connection, numbers: tuple[int, ...], single: bool
) -> None:
    keeping = RoundKeeping(Tallies(), ROOM)
    assert not keeping.is_single([entry(1)])  # nobody has counted yet
    keeping.run(rows, [entry(1)])
    assert keeping.is_single([entry(number) for number in numbers]) is single


@pytest.mark.behaviour("STORE-021")
def test_rounds_that_come_together_let_the_oldest_go(rows: sqlite3.Connection) -> None:
    keeping = RoundKeeping(Tallies(), ROOM)
    keeping.run(rows, [entry(number) for number in (1, 2)])
    keeping.run(rows, [entry(number) for number in (3, 4, 5)])
    assert requests(rows) == [3, 4, 5]


def test_the_first_reply_to_a_request_stays_and_is_counted_once(rows: sqlite3.Connection) -> None:
    tallies = Tallies()
    keeping = RoundKeeping(tallies, ROOM)
    keeping.run(rows, [entry(1)])
    assert keeping.run(rows, [entry(2), entry(1)]) == [True, True]
    assert requests(rows) == [1, 2]
    assert tallies.of(ALEX) == Tallies().count(rows, ALEX)


def test_more_than_a_statement_takes_are_several(rows: sqlite3.Connection) -> None:
    many = [entry(number, UUID(int=number)) for number in range(1, ROUNDS_AT_ONCE + 2)]
    keeping = RoundKeeping(Tallies(), ROOM)
    keeping.run(rows, many)
    assert rows.execute("SELECT COUNT(*) FROM round").fetchone() == (len(many),)
    assert not keeping.is_single([entry(n + 500, UUID(int=n)) for n in range(1, len(many) + 1)])
