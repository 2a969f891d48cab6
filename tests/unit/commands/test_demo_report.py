"""A demo turn is judged by what was heard, understood and answered aloud."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.client.state import Stages
from companion.client.turn import TurnRecord
from companion.commands.demo.report import (
    Report,
    TurnReport,
    faults_of,
    stage_times,
    stages_line,
    write_report,
)
from companion.commands.demo.script import SCRIPTS, Line, script
from companion.support.errors import Failure

SOUND = b"\x01\x00" * 10
LINE = Line("Show my quests.", ("system:quest_list",))
GOOD = TurnRecord(
    "Show my quests", 1.2, "system:quest_list", "system:quest_list", ("15 quests.",), Stages(), None
)


def changed(**fields: object) -> TurnRecord:
    values = {name: getattr(GOOD, name) for name in TurnRecord.__dataclass_fields__}
    return TurnRecord(**(values | fields))


def test_a_turn_that_was_understood_and_answered_has_no_fault():
    assert faults_of(LINE, GOOD, SOUND) == ()


FAULTY = {
    "no answer": (None, SOUND, "no answer in time"),
    "deaf": (changed(heard=""), SOUND, "nothing was heard"),
    "failed": (changed(failure=Failure.BUSY), SOUND, "failed: busy"),
    "misunderstood": (changed(action="system:help"), SOUND, "understood as system:help"),
    "nothing said": (changed(spoken=()), SOUND, "not answered aloud"),
    "no sound": (GOOD, b"", "not answered aloud"),
    "silence only": (GOOD, bytes(20), "not answered aloud"),
}


@pytest.mark.parametrize(("record", "voice", "fault"), FAULTY.values(), ids=FAULTY)
def test_a_turn_that_went_wrong_says_how(record, voice, fault):
    assert any(found.startswith(fault) for found in faults_of(LINE, record, voice))


def test_a_recording_is_not_held_against_words_we_do_not_know():
    lines = script("en_us", (Path("mine.wav"),))
    assert lines == (Line("mine.wav", wav=Path("mine.wav")),)
    assert faults_of(lines[0], changed(action="system:selection"), SOUND) == ()


@pytest.mark.parametrize("locale", SCRIPTS)
def test_the_script_has_five_lines_that_end_with_close(locale):
    lines = script(locale, ())
    assert (len(lines), lines[-1].expects) == (5, ("local:close",))


def test_one_faulty_turn_fails_the_demo(tmp_path):
    turns = [TurnReport("a", "a", "x", "", "b", {}, {}, faults) for faults in ((), ("not heard",))]
    assert Report("en_us", "w", (turns[0],), 1.0).passed
    failed = Report("en_us", "w", tuple(turns), 1.0)
    assert not failed.passed
    written = json.loads(write_report(tmp_path, failed).read_text(encoding="utf-8"))
    assert [turn["faults"] for turn in written["turns"]] == [[], ["not heard"]]


def test_no_turn_is_no_success():
    assert not Report("en_us", "w", (), 1.0).passed


def test_the_stage_clock_is_reported_in_tenths_of_a_millisecond():
    assert stage_times(Stages(final_text=110.743))["final_text"] == 110.7
    assert stage_times(None) == {}


def test_a_stage_that_did_not_happen_is_left_out_of_the_line():
    times = stage_times(Stages(final_text=110.743, own=3.0))
    assert stages_line(times) == "final text 111, own 3"
