"""One request at a time a player, each with a deadline, none twice."""

from __future__ import annotations

import logging
import uuid
from dataclasses import replace

import msgspec
import pytest

from companion.engine.execution.desk import Desk, Interactive
from companion.engine.execution.player import Player
from companion.engine.execution.result import AgentResult, Status, succeeded
from companion.language.phrase import literal
from companion.protocol.cards.help import HelpCard
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestBrief, QuestList, QuestState
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import ReplaceCard, ShowCard
from companion.protocol.requests import CardAction, Chat, Control, ControlAction
from companion.protocol.responses import Outcome, State
from companion.support.errors import CompanionError, Failure
from tests.helpers.clock import ManualClock
from tests.helpers.engine_desk import FakePeer, FakeResponder, settle

ONE = Chat(uuid.UUID(int=1), "one")
TWO = Chat(uuid.UUID(int=2), "two")
ROW = QuestBrief(
    1, "0" * 15 + "A", "Stone Age", "", QuestState.OPEN, literal(""), 0, 0, ItemPreview("", "")
)
LIST = QuestList(literal("Open"), literal(""), (ROW,), ())


def control(action: ControlAction) -> Control:
    return Control(uuid.uuid4(), action)


class Rig:
    """A desk between a responder and one peer."""

    def __init__(self) -> None:
        self.responder = FakeResponder()
        self.player = Player()
        self.clock = ManualClock()
        self.desk = Desk(self.responder, self.player, self.clock)
        self.peer = FakePeer()

    async def take(self, *requests: Interactive | Control, peer: FakePeer | None = None) -> None:
        for request in requests:
            self.desk.take(request, peer or self.peer)
            await settle()

    async def open(self) -> None:
        self.responder.gate.set()
        await settle()


@pytest.fixture
def rig() -> Rig:
    return Rig()


async def test_a_request_is_accepted_with_its_deadline_and_answered(rig: Rig) -> None:
    await rig.take(ONE)
    assert rig.peer.accepted == [(ONE.request, 20.0)]
    assert rig.peer.replies == []
    await rig.open()
    (reply,) = rig.peer.replies
    assert (reply.request, reply.outcome, reply.action) == (
        ONE.request,
        Outcome.SUCCEEDED,
        "test:action",
    )


@pytest.mark.behaviour("ENG-011", "ENG-085")
async def test_a_second_request_is_busy_at_once_and_the_first_goes_on(rig: Rig) -> None:
    await rig.take(ONE, TWO)
    (busy,) = rig.peer.replies
    assert (busy.request, busy.outcome, busy.code) == (TWO.request, Outcome.BUSY, Failure.BUSY)
    await rig.open()
    assert rig.peer.replies[1].request == ONE.request


async def test_after_an_answer_the_next_request_runs(rig: Rig) -> None:
    await rig.open()
    await rig.take(ONE, TWO)
    assert [reply.outcome for reply in rig.peer.replies] == [Outcome.SUCCEEDED] * 2


@pytest.mark.behaviour("ENG-018")
async def test_cancel_ends_the_running_request_for_good(rig: Rig) -> None:
    rig.responder.answer = succeeded(literal("late"), cards=(LIST,))
    await rig.take(ONE, control(ControlAction.CANCEL))
    await rig.open()
    cancelled, done = rig.peer.replies
    assert (cancelled.request, cancelled.outcome) == (ONE.request, Outcome.CANCELLED)
    assert (done.outcome, done.text.key) == (Outcome.SUCCEEDED, "engine.control.cancelled")
    assert rig.player.numbered == ()


@pytest.mark.behaviour("CARD-023")
async def test_a_revision_is_kept_for_an_action_from_its_start_also_when_it_is_cancelled(
    rig: Rig,
) -> None:
    card = rig.player.show(LIST)
    first, second = (CardAction(uuid.UUID(int=n), card, "test:action") for n in (1, 2))
    rig.responder.answer = succeeded(literal("done"), cards=(LIST,)).silenced()
    await rig.take(first, control(ControlAction.CANCEL), second)
    await rig.open()
    (update,) = rig.peer.replies[-1].cards
    assert update == ReplaceCard(CardRef(card.id, card.revision + 2), LIST)


@pytest.mark.behaviour("CARD-023", "ENG-018")
async def test_of_two_overlapping_presses_the_later_is_shown_in_a_later_revision(rig: Rig) -> None:
    rig.responder.answer = AgentResult(Status.SUCCEEDED, silent=True, cards=(LIST,))
    card = rig.player.show(LIST)
    one, two = (CardAction(uuid.UUID(int=n), card, "test:claim", {}) for n in (1, 2))
    gone = FakePeer()
    await rig.take(one, peer=gone)
    gone.is_open = False
    await rig.take(two)
    await rig.open()

    assert [reply.outcome for reply in gone.replies] == [Outcome.CANCELLED]
    assert rig.peer.replies[0].cards == (ReplaceCard(CardRef(card.id, 2), LIST),)
    assert rig.player.cards.is_current(CardRef(card.id, 2))


async def test_cancel_without_anything_running_says_so(rig: Rig) -> None:
    await rig.take(control(ControlAction.CANCEL))
    assert rig.peer.replies[0].text.key == "engine.control.nothing_runs"


async def test_after_a_cancel_the_next_request_runs(rig: Rig) -> None:
    await rig.take(ONE, control(ControlAction.CANCEL), TWO)
    await rig.open()
    assert rig.peer.replies[-1].request == TWO.request
    assert rig.peer.replies[-1].outcome == Outcome.SUCCEEDED


@pytest.mark.behaviour("ENG-019", "PROTO-057")
async def test_an_answered_request_is_replayed_and_not_run_again(rig: Rig) -> None:
    await rig.open()
    later = FakePeer(generation=2)
    await rig.take(ONE)
    await rig.take(ONE, peer=later)
    assert rig.responder.runs == 1
    assert later.replies == [msgspec.structs.replace(rig.peer.replies[0], generation=2)]


async def test_a_running_request_asked_for_again_answers_the_newer_connection(rig: Rig) -> None:
    later = FakePeer(generation=2)
    await rig.take(ONE)
    rig.clock.advance(5.0)
    await rig.take(ONE, peer=later)
    await rig.open()
    assert later.accepted == [(ONE.request, 15.0)]
    assert rig.peer.replies == []
    assert [r.generation for r in later.replies] == [2]
    assert rig.responder.runs == 1


@pytest.mark.behaviour("ENG-019")
async def test_a_known_id_with_other_words_is_refused(rig: Rig) -> None:
    await rig.open()
    await rig.take(ONE, Chat(ONE.request, "something else"))
    assert rig.peer.refused == [(ONE.request, Failure.INVALID_INPUT)]
    assert rig.responder.runs == 1


async def test_a_request_nobody_waits_for_gives_way(rig: Rig) -> None:
    await rig.take(ONE)
    rig.peer.is_open = False
    later = FakePeer(generation=2)
    await rig.take(TWO, peer=later)
    await rig.open()
    assert [(r.request, r.outcome) for r in later.replies] == [(TWO.request, Outcome.SUCCEEDED)]


async def test_a_module_that_overruns_is_answered_for(rig: Rig) -> None:
    rig.responder.limit_s = 0.0
    await rig.take(ONE)
    await settle()
    assert [r.code for r in rig.peer.replies] == [Failure.DEADLINE_EXCEEDED]


@pytest.mark.behaviour("ENG-060", "PROTO-051")
async def test_a_broken_module_fails_alone_and_tells_no_secrets(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    rig.responder.error = RuntimeError("/home/alex said something private")
    await rig.open()
    with caplog.at_level(logging.DEBUG):
        await rig.take(ONE)
    (reply,) = rig.peer.replies
    assert reply.code == Failure.MODULE_FAILED
    assert "alex" not in repr(reply) + caplog.text
    assert "RuntimeError at engine_desk.py" in caplog.text
    rig.responder.error = None
    await rig.take(TWO)
    assert rig.peer.replies[-1].outcome == Outcome.SUCCEEDED


async def test_a_known_failure_reaches_the_player(rig: Rig) -> None:
    rig.responder.error = CompanionError(Failure.QUESTS_BROKEN, "chapter one")
    await rig.open()
    await rig.take(ONE)
    (reply,) = rig.peer.replies
    assert (reply.code, reply.text.args) == (Failure.QUESTS_BROKEN, {"detail": "chapter one"})
    assert reply.spoken == (reply.text,)


async def test_a_card_is_published_with_a_new_name(rig: Rig) -> None:
    rig.responder.answer = succeeded(literal("help"), cards=(HelpCard((), ()),))
    await rig.open()
    await rig.take(ONE, TWO)
    refs = [reply.cards[0].ref for reply in rig.peer.replies]
    assert isinstance(rig.peer.replies[0].cards[0], ShowCard)
    assert len({ref.id for ref in refs}) == 2
    assert all(rig.player.cards.is_current(ref) for ref in refs)


@pytest.mark.behaviour("PROTO-010", "PROTO-022")
async def test_the_state_is_told_while_a_request_runs(rig: Rig) -> None:
    asked = control(ControlAction.STATE)
    await rig.take(ONE, asked)
    (state,) = rig.peer.sent
    assert isinstance(state, State)
    assert state.request == asked.request


async def test_a_state_that_fails_is_answered_for(rig: Rig) -> None:
    rig.responder.error = RuntimeError("broken")
    await rig.take(control(ControlAction.STATE))
    assert [r.code for r in rig.peer.replies] == [Failure.INTERNAL]


@pytest.mark.behaviour("ENG-010")
async def test_stopping_cancels_what_runs(rig: Rig) -> None:
    await rig.take(ONE)
    rig.desk.stop()
    assert [r.outcome for r in rig.peer.replies] == [Outcome.CANCELLED]


async def test_the_record_is_bounded(rig: Rig) -> None:
    await rig.open()
    await rig.take(ONE)
    for number in range(100, 170):
        await rig.take(Chat(uuid.UUID(int=number), "more"))
    assert not rig.player.requests.has_ended(ONE.request)
    assert rig.player.requests.has_ended(uuid.UUID(int=169))


async def test_only_so_many_cards_are_remembered(rig: Rig) -> None:
    first = rig.player.cards.publish()
    for _ in range(256):
        rig.player.cards.publish()
    assert not rig.player.cards.is_current(first)


async def test_another_revision_of_a_card_is_not_current(rig: Rig) -> None:
    ref = rig.player.cards.publish()
    assert not rig.player.cards.is_current(msgspec.structs.replace(ref, revision=1))
    assert replace(rig.player).cards.is_current(ref)


async def test_a_state_that_cannot_be_told_says_why(rig: Rig) -> None:
    rig.responder.error = CompanionError(Failure.BUSY, "36 tasks are under way")
    await rig.take(control(ControlAction.STATE))
    (reply,) = rig.peer.replies
    assert (reply.outcome, reply.code) == (Outcome.BUSY, Failure.BUSY)
