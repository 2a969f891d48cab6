"""Why is it silent: one line each, one reason each."""

from __future__ import annotations

import pytest

from companion.client.navigation import PageName
from companion.client.state import ClientState, Health, Part, Trouble
from companion.client.why import LINES, one_line, why_silent
from companion.support.errors import Failure
from tests.helpers.client_rig import Rig

PARTS = (
    Part("key", Health.READY, "F8"),
    Part("microphone", Health.FAILED, "", Failure.NO_MICROPHONE),
    Part("ears", Health.READY, "offline"),
    Part("voice", Health.READY, "hibari"),
    Part("engine", Health.READY, "3 ms"),
)


def test_each_part_has_its_line_and_the_last_reason_comes_after() -> None:
    lines = why_silent(ClientState(parts=PARTS))
    assert [line.name for line in lines] == [*LINES, "last"]
    assert [line.code for line in lines if line.code] == [Failure.NO_MICROPHONE]
    assert lines[1].page is PageName.SETTINGS
    assert lines[0].page is PageName.NONE


def test_parts_that_have_not_reported_yet_are_starting() -> None:
    assert {line.health for line in why_silent(ClientState())[:-1]} == {Health.STARTING}


def test_a_line_for_a_report_names_level_and_codes_and_no_words() -> None:
    state = ClientState(parts=PARTS, trouble=Trouble(3, Failure.NOTHING_HEARD))
    line = one_line(state, -41.6, lambda key: key.rpartition(".")[2])
    assert "microphone -42 dB no_microphone" in line
    assert line.endswith("last nothing_heard")


@pytest.mark.parametrize(
    "failure", [Failure.NOTHING_HEARD, Failure.NO_MICROPHONE, Failure.SPEECH_UNREACHABLE]
)
def test_a_failed_turn_leaves_exactly_one_reason(failure: Failure) -> None:
    rig = Rig()
    rig.hold()
    rig.let_go()
    rig.ears.fail(failure)
    rig.pump()
    rig.advance(60)
    rig.mouth.finish()
    assert rig.state.trouble == Trouble(1, failure)
    assert [turn.failure for turn in rig.turns] == [failure]


def test_a_turn_that_goes_well_clears_the_reason_and_a_stopped_one_leaves_none() -> None:
    rig = Rig()
    rig.type("hello")
    rig.advance(31)
    rig.mouth.finish()
    assert rig.state.trouble == Trouble(1, Failure.DEADLINE_EXCEEDED)
    rig.type("hello")
    rig.core.conversation.cancel()
    rig.pump()
    assert rig.state.trouble == Trouble(1, Failure.DEADLINE_EXCEEDED)
    rig.type("hello")
    rig.reply("Hi.")
    rig.mouth.finish()
    assert rig.state.trouble is None
