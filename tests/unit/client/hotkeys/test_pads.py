"""A gamepad's button: Linux's joystick events through FIFOs, Windows' XInput through a stand-in."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.client.hotkeys.hotkey import PADS, open_hotkey
from companion.client.hotkeys.keys import Pad, find_key
from companion.client.hotkeys.pad import PadHotkey
from companion.client.hotkeys.pad_linux import RESCAN_S, LinuxPads
from companion.client.hotkeys.pad_windows import RESCAN_POLLS, WindowsPads
from companion.support.errors import CompanionError
from tests.helpers.clock import ManualClock
from tests.helpers.hotkey_systems import FakeXInput

BUTTON, AXIS, INITIAL = 0x01, 0x02, 0x80
LB = find_key("PadLB").pad or Pad(-1, 0)


class Joystick:
    """The other end of a joystick device."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._descriptor = os.open(path, os.O_RDWR)

    def tell(self, number: int, value: int, kind: int = BUTTON) -> None:
        os.write(self._descriptor, struct.pack("=IhBB", 1, value, kind, number))

    def unplug(self) -> None:
        os.close(self._descriptor)


@pytest.fixture
def pads(tmp_path: Path) -> Iterator[LinuxPads]:
    reader = LinuxPads(LB, tmp_path)
    yield reader
    reader.close()


linux = pytest.mark.skipif(sys.platform == "win32", reason="FIFOs are Unix's")


@linux
def test_press_and_release_of_the_button_are_read(pads: LinuxPads, tmp_path: Path) -> None:
    stick = Joystick(tmp_path / "js0")
    pads.open()
    seen = []
    for value in (1, 0):
        stick.tell(LB.number, value)
        seen.append(pads.wait(1.0))
    stick.unplug()
    assert seen == [True, False]


@linux
@pytest.mark.parametrize(
    ("number", "kind"),
    [pytest.param(0, BUTTON, id="another button"), pytest.param(4, AXIS, id="an axis")],
)
def test_other_controls_are_not_it(pads: LinuxPads, tmp_path: Path, number: int, kind: int) -> None:
    stick = Joystick(tmp_path / "js0")
    pads.open()
    stick.tell(number, 1, kind)
    assert pads.wait(1.0) is False
    stick.unplug()


@linux
def test_a_button_held_from_before_is_known(pads: LinuxPads, tmp_path: Path) -> None:
    stick = Joystick(tmp_path / "js0")
    pads.open()
    stick.tell(LB.number, 1, BUTTON | INITIAL)
    assert pads.wait(1.0) is True
    stick.unplug()


@linux
def test_a_pad_that_goes_away_holds_nothing_and_one_that_comes_is_found(
    pads: LinuxPads, tmp_path: Path
) -> None:
    pads.open()
    assert pads.wait(0.0) is None
    stick = Joystick(tmp_path / "js0")
    pads.wait(0.0)
    pads._rescan_after(RESCAN_S)
    stick.tell(LB.number, 1)
    assert pads.wait(1.0) is True
    stick.unplug()
    (tmp_path / "js0").unlink()
    assert pads.wait(1.0) is None


def test_xinput_gives_the_button_of_any_pad() -> None:
    system = FakeXInput(0, LB.mask | 0x1000)
    reader = WindowsPads(LB, system, sleep=lambda seconds: None)
    assert reader.wait(0.1) is True
    system.buttons[1] = 0x1000
    assert reader.wait(0.1) is False


def test_a_pad_that_is_not_there_is_asked_for_rarely() -> None:
    system = FakeXInput()
    reader = WindowsPads(LB, system, sleep=lambda seconds: None)
    assert [reader.wait(0.1) for _ in range(RESCAN_POLLS - 1)] == [None] * (RESCAN_POLLS - 1)
    assert system.asked == [0, 1, 2, 3]
    system.buttons[0] = LB.mask
    assert reader.wait(0.1) is True


class Scripted:
    """A reader that gives one state a wait."""

    def __init__(self, *states: bool | None) -> None:
        self.states, self.closed = list(states), False

    def open(self) -> None: ...

    def wait(self, seconds: float) -> bool | None:
        return self.states.pop(0)

    def close(self) -> None:
        self.closed = True


def test_states_become_one_press_and_one_release() -> None:
    changes: list[bool] = []
    clock = ManualClock()
    states = (False, True, True, None, None)
    hotkey = PadHotkey(Scripted(*states), changes.append, clock)
    for _ in states:
        clock.advance(0.05)
        hotkey.look()
    assert changes == [True, False]


@pytest.mark.parametrize("platform", sorted(PADS))
def test_a_pad_is_opened_where_pads_can_be_read(platform: str) -> None:
    assert isinstance(open_hotkey("PadLB", print, platform), PadHotkey)


def test_macos_says_that_it_cannot() -> None:
    with pytest.raises(CompanionError, match="no_gamepad"):
        open_hotkey("PadLB", print, "darwin")
