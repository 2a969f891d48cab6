"""Ids that have no reply for certain: wrong in one direction only."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from companion.engine.storage import known_requests
from companion.engine.storage.known_requests import KnownRequests
from companion.engine.storage.readers import Readers
from tests.helpers.store_rig import ALEX, STEVE, mark, opened, spoken

ONE, TWO, THREE = (uuid.UUID(int=number) for number in (1, 2, 3))
ROUNDS = 64


def test_nothing_is_new_before_the_file_was_asked() -> None:
    known = KnownRequests()
    assert not known.is_new(ALEX, ONE, ROUNDS)
    known.note(ALEX, TWO)
    assert not known.is_new(ALEX, ONE, ROUNDS)


def test_what_the_file_has_and_what_came_since_is_not_new() -> None:
    known = KnownRequests()
    known.learn(ALEX, (ONE,))
    known.note(ALEX, TWO)
    assert [known.is_new(ALEX, one, ROUNDS) for one in (ONE, TWO, THREE)] == [False, False, True]
    assert not known.is_new(STEVE, THREE, ROUNDS)


def test_a_round_on_its_way_while_the_file_is_read_is_not_forgotten() -> None:
    known = KnownRequests()
    known.note(ALEX, TWO)
    known.learn(ALEX, ())
    assert not known.is_new(ALEX, TWO, ROUNDS)


def test_with_more_replay_rounds_than_are_remembered_the_file_is_asked() -> None:
    known = KnownRequests()
    known.learn(ALEX, ())
    assert not known.is_new(ALEX, ONE, known_requests.MOST_IDS + 1)


def test_players_and_ids_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_requests, "MOST_PLAYERS", 1)
    monkeypatch.setattr(known_requests, "MOST_IDS", 2)
    known = KnownRequests()
    known.learn(ALEX, (ONE, TWO, THREE))
    assert [known.is_new(ALEX, one, 2) for one in (ONE, TWO, THREE)] == [True, False, False]
    known.learn(STEVE, ())
    assert not known.is_new(ALEX, ONE, 2)


async def test_the_file_is_asked_once_a_player_and_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as store:
        await store.view(ALEX).remember(spoken(1))
    looks: list[str] = []
    submit = Readers.submit
    monkeypatch.setattr(Readers, "submit", lambda *args: looks.append("look") or submit(*args))
    async with opened(tmp_path) as store:
        for number in (2, 3, 4):
            assert await store.view(ALEX).replay(uuid.UUID(int=number), mark(number)) is None
        assert looks == ["look"]
        assert await store.view(ALEX).replay(ONE, mark(1)) == spoken(1).result
