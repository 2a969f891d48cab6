"""Who speaks when: the urgent first, the old never, and one line a card."""

from __future__ import annotations

import pytest

from companion.speech.lanes import RULES, Lane, Lanes, Line, cuts, named, overlaps


def _line(lane: Lane, what: str, about: str = "", at: float = 0.0) -> Line[str]:
    return Line(lane, about, what, at)


def _taken(lanes: Lanes[str], now: float = 0.0) -> list[str]:
    found = []
    while (due := lanes.take(now)[0]) is not None:
        found.append(due.what)
    return found


def test_the_most_urgent_lane_is_said_first_and_each_lane_in_order() -> None:
    lanes: Lanes[str] = Lanes()
    for lane, what in (
        *((Lane.NOTICE, "n1"), (Lane.QUEST, "q1"), (Lane.CHARACTER, "c1")),
        *((Lane.CHARACTER, "c2"), (Lane.REPLY, "r"), (Lane.SYSTEM, "s")),
    ):
        lanes.put(_line(lane, what), 0.0)
    assert _taken(lanes) == ["r", "s", "c1", "c2", "q1", "n1"]


@pytest.mark.parametrize("lane", Lane)
def test_what_grew_old_while_it_waited_is_never_said(lane: Lane) -> None:
    lanes: Lanes[str] = Lanes()
    lanes.put(_line(lane, "old"), 0.0)
    due, old = lanes.take(RULES[lane].lifetime_s + 0.1)
    assert due is None
    assert [line.what for line in old] == ["old"]
    assert not lanes


def test_a_newer_line_about_the_same_card_takes_the_place_of_the_one_that_waits() -> None:
    lanes: Lanes[str] = Lanes()
    lanes.put(_line(Lane.QUEST, "one of five", "card"), 0.0)
    gone = lanes.put(_line(Lane.QUEST, "two of five", "card"), 0.0)
    assert [line.what for line in gone] == ["one of five"]
    assert _taken(lanes) == ["two of five"]


def test_lines_about_nothing_are_not_merged() -> None:
    lanes: Lanes[str] = Lanes()
    lanes.put(_line(Lane.NOTICE, "rain"), 0.0)
    lanes.put(_line(Lane.NOTICE, "shop"), 0.0)
    assert _taken(lanes) == ["rain", "shop"]


@pytest.mark.parametrize("lane", Lane)
def test_a_crowded_lane_lets_go_of_the_oldest(lane: Lane) -> None:
    lanes: Lanes[str] = Lanes()
    most = RULES[lane].most_waiting
    gone = [lanes.put(_line(lane, str(number)), 0.0) for number in range(most + 1)]
    assert [line.what for line in gone[-1]] == ["0"]
    assert _taken(lanes) == [str(number) for number in range(1, most + 1)]


def test_a_card_that_goes_takes_its_lines_along() -> None:
    lanes: Lanes[str] = Lanes()
    lanes.put(_line(Lane.QUEST, "its", "card"), 0.0)
    lanes.put(_line(Lane.NOTICE, "other"), 0.0)
    assert [line.what for line in lanes.drop(lambda line: line.about == "card")] == ["its"]
    assert _taken(lanes) == ["other"]


@pytest.mark.behaviour("TTS-017")
def test_an_answer_cuts_everything_and_a_notice_nothing() -> None:
    assert all(cuts(Lane.REPLY, lane) for lane in Lane)
    assert not any(cuts(Lane.NOTICE, lane) for lane in Lane)


def test_only_stories_are_talked_over_and_never_by_a_third_voice() -> None:
    told = {lane: [other for other in Lane if overlaps(lane, other)] for lane in Lane}
    stories = [Lane.CHARACTER, Lane.QUEST]
    assert {lane: others for lane, others in told.items() if others} == {
        Lane.SYSTEM: stories,
        Lane.NOTICE: stories,
    }
    lanes: Lanes[str] = Lanes()
    lanes.put(_line(Lane.NOTICE, "n"), 0.0)
    assert lanes.take(0.0, [Lane.QUEST, Lane.SYSTEM]) == (None, [])
    assert lanes.take(0.0, [Lane.REPLY]) == (None, [])
    assert lanes.take(0.0, [Lane.QUEST])[0] is not None


def test_nothing_but_an_answer_cuts_an_answer() -> None:
    assert [lane for lane in Lane if cuts(lane, Lane.REPLY)] == [Lane.REPLY]


def test_volumes_of_unknown_lanes_are_left_out() -> None:
    assert named({"quest": 40, "radio": 3}) == {Lane.QUEST: 40}
