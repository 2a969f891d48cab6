"""Stages are milliseconds since key-up, and `own` is what our code added."""

from __future__ import annotations

from companion.client.stage_clock import StageClock
from companion.client.state import Stages
from companion.client.turn import Turn


def test_a_stage_that_did_not_happen_is_minus_one() -> None:
    assert StageClock(5.0).stages() == Stages()


def test_stages_count_from_key_up_and_the_first_time_counts() -> None:
    clock = StageClock(10.0)
    clock.mark("last_audio", 9.98)
    clock.mark("final_text", 10.3)
    clock.mark("first_sound", 10.75)
    clock.mark("first_sound", 11.0)
    stages = clock.stages()
    assert (stages.last_audio, stages.final_text, stages.first_sound) == (-20.0, 300.0, 750.0)


def test_own_time_ends_when_the_synthesiser_is_asked() -> None:
    clock = StageClock(10.0)
    clock.mark("final_text", 10.3)
    clock.mark("answer_shown", 10.31)
    clock.mark("synthesis_asked", 10.32)
    clock.mark("first_audio", 10.9)
    assert clock.stages().own == 20.0


def test_own_time_of_a_silent_turn_ends_when_the_answer_is_shown() -> None:
    clock = StageClock(10.0)
    clock.mark("final_text", 10.3)
    clock.mark("answer_shown", 10.31)
    assert clock.stages().own == 10.0


def test_a_record_holds_what_became_of_the_turn() -> None:
    turn = Turn("next page", StageClock(1.0), spoken_s=1.5, action="local:next_page")
    record = turn.record()
    assert (record.heard, record.spoken_s, record.action) == ("next page", 1.5, "local:next_page")
    assert record.failure is None
