"""The macOS talk key against a stand-in of Carbon; it never ran on macOS."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.client.hotkeys import carbon
from companion.client.hotkeys.keys import find_key
from companion.client.hotkeys.lease import LONGEST_HOLD_S, RELEASE_S
from companion.client.hotkeys.macos import MacHotkey
from companion.support.errors import CompanionError, Failure
from tests.helpers.clock import ManualClock
from tests.helpers.hotkey_systems import FakeCarbon


class _Desk:
    """A key, its stand-in system and what was told."""

    def __init__(self, **system: bool) -> None:
        self.carbon, self.clock, self.changes = FakeCarbon(**system), ManualClock(), list[bool]()
        self.hotkey = MacHotkey(find_key("F8"), self.changes.append, self.carbon, self.clock)

    def look_after(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.hotkey.look()


@pytest.fixture
def desk() -> Iterator[_Desk]:
    desk = _Desk()
    desk.hotkey.start()
    yield desk
    desk.hotkey.stop()


def test_f8_is_registered_without_modifiers(desk: _Desk) -> None:
    assert desk.carbon.registered == [(0x64, 0)]


def test_press_and_release_are_told(desk: _Desk) -> None:
    desk.carbon.press()
    desk.look_after(0.5)
    desk.carbon.release()
    desk.look_after(RELEASE_S)
    assert desk.changes == [True, False]


def test_a_lost_release_is_seen_at_the_key_itself(desk: _Desk) -> None:
    desk.carbon.press()
    desk.carbon.down = False
    desk.look_after(0.1)
    desk.look_after(RELEASE_S)
    assert desk.changes == [True, False]


def test_where_the_state_is_not_told_a_hold_lasts_till_its_release() -> None:
    desk = _Desk(tells_state=False)
    desk.hotkey.start()
    desk.carbon.press()
    for _ in range(50):
        desk.look_after(0.1)
    assert desk.changes == [True]
    desk.look_after(LONGEST_HOLD_S)
    desk.hotkey.stop()
    assert desk.changes == [True, False]


def test_stop_gives_the_key_back_and_releases_it(desk: _Desk) -> None:
    desk.carbon.press()
    desk.hotkey.stop()
    desk.hotkey.stop()
    assert (desk.changes, desk.carbon.undone) == ([True, False], ["key", "handler"])


@pytest.mark.parametrize(
    ("status", "why"),
    [
        pytest.param(carbon.ALREADY_TAKEN, "hotkey.taken", id="taken"),
        pytest.param(-50, r"hotkey.refused% \(-50\)", id="refused"),
    ],
)
def test_a_refused_key_says_why_and_leaves_no_handler(status: int, why: str) -> None:
    system = FakeCarbon(status)
    with pytest.raises(CompanionError, match=why) as caught:
        MacHotkey(find_key("F8"), print, system).start()
    assert (caught.value.failure, system.undone) == (Failure.KEY_UNAVAILABLE, ["handler"])


def test_a_key_that_macs_lack_is_refused() -> None:
    with pytest.raises(CompanionError, match="F24"):
        MacHotkey(find_key("F24"), print, FakeCarbon()).start()


def test_a_password_field_ends_the_hold_and_the_next_press_is_heard(desk: _Desk) -> None:
    desk.carbon.press()
    desk.carbon.secret = True
    desk.look_after(0.1)
    assert desk.changes == [True, False]
    desk.carbon.release()
    desk.look_after(RELEASE_S)
    desk.carbon.press()
    assert desk.changes == [True, False, True]


def test_a_program_that_never_ends_its_secrecy_makes_the_key_no_deaf_one(desk: _Desk) -> None:
    desk.carbon.secret = True
    desk.carbon.press()
    desk.look_after(0.5)
    assert desk.changes == [True]
