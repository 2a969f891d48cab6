"""Whatever of microphone, key and server is missing: something useful is left to do."""

from __future__ import annotations

import itertools

import pytest

from companion.client.first_start.readiness import Fix, Way, readiness
from companion.client.state import EMPTY, ClientState, Health, Part
from companion.support.errors import Failure

COMBINATIONS = list(itertools.product([True, False], repeat=3))


def stands(microphone: bool, key: bool, server: bool) -> ClientState:
    there = {"microphone": microphone, "key": key, "engine": server}
    parts = tuple(
        Part(name, Health.READY if is_there else Health.FAILED, "", None if is_there else FAULT)
        for name, is_there in there.items()
    )
    return ClientState(parts=parts, server="a server")


FAULT = Failure.INTERNAL


@pytest.mark.parametrize(("microphone", "key", "server"), COMBINATIONS)
def test_each_missing_part_has_one_button_and_the_others_none(
    microphone: bool, key: bool, server: bool
) -> None:
    seen = readiness(stands(microphone, key, server))
    assert [line.fix for line in seen.lines] == [
        None if microphone else Fix.MICROPHONE,
        None if key else Fix.KEY,
        None if server else Fix.THIS_COMPUTER,
    ]


@pytest.mark.parametrize(("microphone", "key", "server"), COMBINATIONS)
def test_there_is_always_a_way_to_say_something(microphone: bool, key: bool, server: bool) -> None:
    way = readiness(stands(microphone, key, server)).way
    spoken = Way.KEY if key else Way.BUTTON
    assert way is (spoken if microphone else Way.TYPE)


@pytest.mark.parametrize("server", [True, False])
def test_a_question_is_taken_where_something_will_answer(server: bool) -> None:
    assert readiness(stands(True, True, server)).is_answering is server


def test_an_own_engine_that_fails_leads_to_its_reason() -> None:
    state = ClientState(parts=(Part("engine", Health.FAILED),))
    assert readiness(state).lines[2].fix is Fix.WHY


def test_what_still_starts_is_not_missing() -> None:
    assert [line.fix for line in readiness(EMPTY).lines] == [None, None, None]
