"""A typed sentence: to the engine, or acted on here, and always answered."""

from __future__ import annotations

import pytest

from companion.client.state import Health, Phase
from companion.protocol.limits import MAX_CHAT_CHARACTERS
from companion.protocol.requests import CardAction, Chat
from companion.protocol.responses import Outcome
from companion.support.errors import Failure
from tests.helpers.client_rig import Rig, show


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_typed_words_reach_the_engine_and_the_answer_is_shown_and_said(rig: Rig) -> None:
    rig.type("show my quests")
    assert isinstance(rig.asked[-1], Chat)
    assert rig.state.waiting
    assert rig.state.voice.phase is Phase.THINKING
    rig.reply("Here they are.", (show(),), action="system:quest_list")
    assert not rig.state.waiting
    assert rig.state.front == show().ref
    assert rig.mouth.words == ("Quests.",)


def test_a_turn_is_recorded_once_its_voice_is_over(rig: Rig) -> None:
    rig.type("show my quests")
    rig.reply("Here.", (show(),), action="system:quest_list")
    assert rig.turns == []
    rig.mouth.begin()
    rig.mouth.finish()
    (turn,) = rig.turns
    assert (turn.action, turn.template) == ("system:quest_list", "system:quest_list")
    assert turn.spoken == ("Quests.",)
    assert rig.state.stages == turn.stages


@pytest.mark.behaviour("CLIENT-006", "NOTE-005")
def test_a_silent_engine_ends_the_waiting_with_a_sentence(rig: Rig) -> None:
    rig.type("show my quests")
    rig.advance(31)
    assert not rig.state.waiting
    assert rig.log[-1] == "failure.deadline_exceeded"
    assert rig.state.voice.reason is Failure.DEADLINE_EXCEEDED
    assert rig.mouth.is_speaking


def test_a_second_typed_request_is_refused_and_stays_in_the_box(rig: Rig) -> None:
    rig.type("show my quests")
    rig.type("help me")
    assert sum(isinstance(request, Chat) for request in rig.asked) == 1
    assert rig.log[-1] == "failure.busy"
    assert rig.state.draft == "help me"
    assert rig.state.waiting


def test_a_failed_reply_says_its_sentence_and_leaves_its_reason(rig: Rig) -> None:
    rig.type("xyzzy")
    rig.reply("I did not get that.", outcome=Outcome.FAILED, code="not_understood")
    assert rig.mouth.words == ("I did not get that.",)
    rig.mouth.finish()
    assert rig.state.voice.reason is Failure.NOT_UNDERSTOOD
    assert rig.turns[-1].failure is Failure.NOT_UNDERSTOOD


def test_the_engine_part_shows_the_round_trip(rig: Rig) -> None:
    rig.type("hello")
    rig.clock.advance(0.003)
    rig.reply("Hi.")
    engine = next(part for part in rig.state.parts if part.name == "engine")
    assert (engine.health, engine.words) == (Health.READY, "3 ms")


def test_a_number_typed_at_a_list_opens_that_row(rig: Rig) -> None:
    rig.type("show my quests")
    rig.reply("Here.", (show(),))
    rig.type("2")
    request = rig.asked[-1]
    assert isinstance(request, CardAction)
    assert request.arguments == {"quest": f"{2:016X}"}


@pytest.mark.parametrize("mark", ["/", "／"])
def test_a_command_is_the_engines_also_while_a_card_is_open(rig: Rig, mark: str) -> None:
    rig.type("show my quests")
    rig.reply("Here.", (show(),))
    rig.type(f"{mark}close")
    assert rig.last_interactive().text == f"{mark}close"


def test_words_that_are_too_many_come_back_into_the_box_with_the_reason(rig: Rig) -> None:
    rig.type("a" * (MAX_CHAT_CHARACTERS + 1))
    assert rig.asked == [r for r in rig.asked if not isinstance(r, Chat)]
    assert rig.log == ["client.too_long"]
    assert len(rig.state.draft) == MAX_CHAT_CHARACTERS + 1
