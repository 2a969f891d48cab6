"""The Windows talk key against a stand-in of user32; it never ran on Windows."""

from __future__ import annotations

import threading

import pytest

from companion.client.hotkeys.keys import find_key
from companion.client.hotkeys.lease import RELEASE_S
from companion.client.hotkeys.windows import WindowsHotkey
from companion.support.errors import CompanionError
from tests.helpers.clock import ManualClock
from tests.helpers.hotkey_systems import FakeUser32


class _Desk:
    """A key, its stand-in system and what was told."""

    def __init__(self) -> None:
        self.user32, self.clock, self.changes = FakeUser32(0x77), ManualClock(), list[bool]()
        self.hotkey = WindowsHotkey(find_key("F8"), self.changes.append, self.user32, self.clock)

    def look(self, *, down: bool, after: float = 0.012) -> None:
        self.user32.down = down
        self.clock.advance(after)
        self.hotkey.look()


@pytest.fixture
def desk() -> _Desk:
    return _Desk()


def test_press_and_release_are_each_told_once(desk: _Desk) -> None:
    for down in (False, True, True, True, False, False, False, False):
        desk.look(down=down)
    assert desk.changes == [True, False]


def test_a_key_that_was_only_pressed_before_is_not_down(desk: _Desk) -> None:
    desk.look(down=False)
    assert desk.changes == []


def test_a_bounce_is_no_release(desk: _Desk) -> None:
    for down in (True, False, True, True):
        desk.look(down=down, after=RELEASE_S / 3)
    assert desk.changes == [True]


def test_a_receiver_that_fails_does_not_end_the_watching(desk: _Desk) -> None:
    seen: list[bool] = []

    def fail(change: bool) -> None:
        seen.append(change)
        raise ValueError

    desk.hotkey = WindowsHotkey(find_key("F8"), fail, desk.user32, desk.clock)
    for down in (True, False, False, False):
        desk.look(down=down)
    assert seen == [True, False]


def test_the_thread_looks_by_itself_and_stop_releases_a_held_key() -> None:
    user32, pressed, changes = FakeUser32(0x77), threading.Event(), list[bool]()

    def note(change: bool) -> None:
        changes.append(change)
        pressed.set()

    hotkey = WindowsHotkey(find_key("F8"), note, user32)
    user32.down = True
    hotkey.start()
    assert pressed.wait(5)
    hotkey.stop()
    hotkey.stop()
    assert changes == [True, False]


def test_a_chord_wants_its_modifiers_when_the_key_goes_down(desk: _Desk) -> None:
    desk.hotkey = WindowsHotkey(find_key("Ctrl+F8"), desk.changes.append, desk.user32, desk.clock)
    desk.look(down=True)
    assert desk.changes == []
    desk.look(down=False, after=RELEASE_S * 2)
    desk.user32.others = {0x11}
    desk.look(down=True)
    desk.user32.others = set()
    desk.look(down=True)
    assert desk.changes == [True]


def test_a_pad_button_is_no_key_of_windows(desk: _Desk) -> None:
    with pytest.raises(CompanionError, match="not_on_keyboard"):
        WindowsHotkey(find_key("PadA"), desk.changes.append, desk.user32, desk.clock).start()
