"""Held, switched, or both."""

from __future__ import annotations

import pytest

from companion.client.hotkeys.gesture import TAP_S, Gesture
from companion.client.hotkeys.lease import LONGEST_HOLD_S
from companion.support.settings import TalkMode

LONG = TAP_S * 3
SHORT = TAP_S / 3


def told(mode: TalkMode, *waits: float) -> list[bool]:
    """What press, release, press, ... tell, with so many seconds before each."""
    gesture, now, changes = Gesture(mode), 100.0, list[bool]()
    for index, wait in enumerate(waits):
        now += wait
        changes += gesture.change(held=index % 2 == 0, now=now)
    return changes


def test_in_hold_mode_talking_is_as_long_as_the_key_is_down() -> None:
    assert told(TalkMode.HOLD, 0, SHORT, LONG, LONG) == [True, False, True, False]


def test_in_toggle_mode_one_press_begins_and_the_next_ends() -> None:
    assert told(TalkMode.TOGGLE, 0, LONG) == [True]
    assert told(TalkMode.TOGGLE, 0, LONG, SHORT, SHORT) == [True, False]


def test_with_both_a_tap_goes_on_until_the_next_press() -> None:
    assert told(TalkMode.BOTH, 0, SHORT) == [True]
    assert told(TalkMode.BOTH, 0, SHORT, LONG) == [True, False]
    assert told(TalkMode.BOTH, 0, SHORT, LONG, SHORT) == [True, False]


def test_with_both_a_long_press_is_a_hold() -> None:
    assert told(TalkMode.BOTH, 0, LONG) == [True, False]


@pytest.mark.parametrize("mode", [TalkMode.TOGGLE, TalkMode.BOTH])
def test_after_the_longest_utterance_a_press_begins_anew(mode: TalkMode) -> None:
    assert told(mode, 0, SHORT, LONGEST_HOLD_S, SHORT) == [True, False, True]


def test_the_end_of_watching_ends_talking_once() -> None:
    gesture = Gesture(TalkMode.TOGGLE)
    gesture.change(held=True, now=1.0)
    assert (gesture.end(), gesture.end()) == ((False,), ())
