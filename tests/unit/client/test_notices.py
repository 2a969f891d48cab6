"""Notices: one after another, the queue's bound, nothing said twice, one digest after a loss."""

from __future__ import annotations

import pytest

from companion.client.state import MAX_CARDS, MAX_ENTRIES, MAX_QUEUED
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.update import ReplaceCard
from tests.helpers.client_rig import Rig, quest_list, show
from tests.helpers.client_things import engine


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.mark.behaviour("PROTO-018")
def test_a_notice_goes_to_the_queue_without_any_request(rig: Rig) -> None:
    rig.notice("One", (show(number=1),))
    rig.notice("Two", (show(number=2),))
    assert rig.state.front == show(number=1).ref
    assert rig.state.queued == (show(number=2).ref,)
    assert not rig.state.waiting


def test_what_makes_room_is_counted_and_stays_in_the_log(rig: Rig) -> None:
    for number in range(1, MAX_QUEUED + 4):
        rig.notice(f"Notice {number}", (show(number=number),))
    assert len(rig.state.queued) == MAX_QUEUED
    assert rig.state.lost == 2
    assert len(rig.log) == MAX_QUEUED + 3


def test_a_flood_of_notices_is_bounded_in_every_list(rig: Rig) -> None:
    for number in range(1, 3_001):
        rig.notice(f"Notice {number}", (show(number=number),))
    state = rig.state
    assert len(state.queued) == MAX_QUEUED
    assert len(state.cards) <= MAX_CARDS
    assert len(state.entries) == MAX_ENTRIES
    assert state.lost == 3_000 - 1 - MAX_QUEUED


@pytest.mark.behaviour("NOTE-017")
def test_a_notice_is_put_away_without_a_server(rig: Rig) -> None:
    rig.notice("One", (show(number=1),))
    rig.disconnect()
    assert rig.state.front == show(number=1).ref
    rig.core.orders.dismiss()
    assert rig.state.front is None


def test_a_dismissal_by_command_works_offline_too(rig: Rig) -> None:
    rig.notice("One", (show(number=1),))
    rig.disconnect()
    rig.type("/dismiss")
    assert rig.state.front is None


@pytest.mark.behaviour("NOTE-012")
def test_the_talk_key_is_for_the_visible_notice_first(rig: Rig) -> None:
    rig.notice("One", (show(number=1),))
    rig.speak("close")
    assert rig.state.front is None
    assert rig.asked == rig.asked[:1]
    rig.speak("close the door of my castle")
    assert rig.last_interactive().text == "close the door of my castle"  # type: ignore[union-attr]


@pytest.mark.behaviour("NOTE-018")
def test_after_a_loss_nothing_is_said_twice(rig: Rig) -> None:
    rig.notice("One", (show(number=1),))
    said = len(rig.mouth.said)
    rig.disconnect()
    rig.connect()
    log = list(rig.log)
    rig.notice("One", (show(number=1),))
    assert rig.log == log
    assert len(rig.mouth.said) == said


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [(12, 15, "client.digest.more"), (12, 10, "client.digest.fewer"), (12, 12, None)],
)
def test_one_line_tells_what_was_missed(rig: Rig, before: int, after: int, key: str | None) -> None:
    rig.tell(engine(open_quests=before))
    for _ in range(2):
        rig.disconnect()
        rig.connect()
    rig.tell(engine(open_quests=after))
    rig.tell(engine(open_quests=after + 1))
    assert [line for line in rig.log if "digest" in line] == ([key] if key else [])


def test_a_changed_card_is_neither_queued_nor_told_again(rig: Rig) -> None:
    rig.notice("One", (show(number=1),))
    rig.notice("Two", (show(number=2),))
    rig.notice("", (ReplaceCard(show(number=2, revision=1).ref, quest_list(2)),))
    assert rig.state.queued[0].id == show(number=2).ref.id
    assert len(rig.state.queued) == 1


@pytest.mark.behaviour("NOTE-007")
def test_a_notice_of_23_quests_has_three_pages_turned_without_a_message(rig: Rig) -> None:
    rig.notice("Many", (show(quest_list(23)),))
    asked = len(rig.asked)
    assert rig.view().pages == 3
    for page in (1, 2, 2):
        rig.core.conversation.pressed(show(number=1).ref, LocalAction("next_page"))
        assert rig.view().page == page
    assert len(rig.asked) == asked
