"""The talk key on a real X server, pressed by xdotool while a game has the focus."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from Xlib.ext import xinput

from companion.client.hotkeys.hotkey import open_hotkey
from companion.client.hotkeys.keys import find_key
from companion.client.hotkeys.x11 import X11Hotkey
from tests.helpers.desktop_game import Game
from tests.helpers.desktop_screen import Screen

pytestmark = pytest.mark.desktop

SHORT_PRESS = ("keydown", "F8", "sleep", "0.06", "keyup", "F8", "sleep", "0.06")


class Watched:
    """A talk key and what it told."""

    def __init__(self, kind: type[X11Hotkey] | None = None, key: str = "F8") -> None:
        self.changes: list[bool] = []
        self._changed = threading.Condition()
        make = open_hotkey if kind is None else lambda key, told: kind(find_key(key), told)
        self.hotkey: Any = make(key, self._note)

    def wait_for(self, count: int, within: float = 60.0) -> None:
        """Return once so many changes were told."""
        with self._changed:
            told = self._changed.wait_for(lambda: len(self.changes) >= count, within)
        assert told, f"{count} changes wanted, {self.changes} told"

    def _note(self, change: bool) -> None:
        with self._changed:
            self.changes.append(change)
            self._changed.notify_all()


@pytest.fixture
def key(screen: Screen, game: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """F8, watched while the game has the focus."""
    monkeypatch.setenv("DISPLAY", screen.name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    watched = Watched()
    watched.hotkey.start()
    yield watched
    watched.hotkey.stop()


def test_fifteen_short_presses_are_fifteen_presses(screen: Screen, key: Watched) -> None:
    screen.xdotool(*SHORT_PRESS * 15)
    key.wait_for(30)
    key.hotkey.stop()
    assert key.changes == [True, False] * 15


@pytest.mark.slow
def test_two_seconds_of_holding_are_one_press_and_one_release(screen: Screen, key: Watched) -> None:
    screen.xdotool("keydown", "F8", "sleep", "2", "keyup", "F8")
    key.wait_for(2)
    key.hotkey.stop()
    assert key.changes == [True, False]


def test_the_game_keeps_the_focus_and_still_sees_the_key(
    screen: Screen, game: Game, key: Watched
) -> None:
    screen.xdotool(*SHORT_PRESS)
    key.wait_for(2)
    game.wait_until_seen("F8 up", 1)
    assert (game.seen("F8 down"), game.seen("focus out")) == (1, 0)


def test_a_game_that_grabs_the_keyboard_does_not_hide_the_key(
    screen: Screen, game: Game, key: Watched
) -> None:
    game.grab_keyboard()
    screen.xdotool(*SHORT_PRESS * 3)
    key.wait_for(6)
    game.ungrab_keyboard()
    assert key.changes == [True, False] * 3


def test_other_keys_are_not_the_talk_key(screen: Screen, key: Watched) -> None:
    screen.xdotool("key", "F7", "key", "a", "key", "F9", *SHORT_PRESS)
    key.wait_for(2)
    assert key.changes == [True, False]


@pytest.mark.parametrize("modifier", ["Shift_L", "Control_L", "Caps_Lock", "Num_Lock"])
def test_modifiers_and_locks_do_not_hide_the_key(
    screen: Screen, key: Watched, modifier: str
) -> None:
    screen.xdotool("keydown", modifier, *SHORT_PRESS, "keyup", modifier)
    key.wait_for(2)
    if modifier.endswith("Lock"):
        screen.xdotool("key", modifier)
    assert key.changes == [True, False]


def test_a_release_that_gets_lost_is_seen_at_the_key_itself(screen: Screen, key: Watched) -> None:
    class Forgetful(X11Hotkey):
        def _take_key(self, event: Any) -> None:
            if event.evtype == xinput.RawKeyPress:
                super()._take_key(event)

    watched = Watched(Forgetful)
    watched.hotkey.start()
    screen.xdotool(*SHORT_PRESS)
    watched.wait_for(2)
    watched.hotkey.stop()
    assert watched.changes == [True, False]


def test_stopping_while_held_releases_the_key(screen: Screen, key: Watched) -> None:
    screen.xdotool("keydown", "F8")
    key.wait_for(1)
    key.hotkey.stop()
    screen.xdotool("keyup", "F8")
    assert key.changes == [True, False]


def test_a_dying_x_server_releases_the_key(
    tmp_path: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Screen(tmp_path)
    own.start()
    monkeypatch.setenv("DISPLAY", own.name)
    watched = Watched()
    watched.hotkey.start()
    own.xdotool("keydown", "F8")
    watched.wait_for(1)
    own.stop()
    watched.wait_for(2)
    watched.hotkey.stop()
    assert watched.changes == [True, False]


def test_under_wayland_the_player_is_told_the_limit(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", screen.name)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    hotkey = X11Hotkey(find_key("F8"), print)
    hotkey.start()
    hotkey.stop()
    assert hotkey.limit == "hotkey.limit_xwayland"


def _watch(screen: Screen, key: str) -> Watched:
    watched = Watched(key=key)
    watched.hotkey.start()
    return watched


def test_a_side_button_of_the_mouse_can_be_held(
    screen: Screen, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", screen.name)
    watched = _watch(screen, "Mouse4")
    screen.xdotool("mousedown", "8", "sleep", "0.5", "mouseup", "8")
    watched.wait_for(2)
    screen.xdotool("click", "1", "click", "9")
    watched.hotkey.stop()
    assert watched.changes == [True, False]


def test_a_chord_is_seen_only_with_its_modifier(
    screen: Screen, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", screen.name)
    watched = _watch(screen, "Ctrl+F8")
    screen.xdotool(*SHORT_PRESS)
    screen.xdotool("keydown", "Control_L", *SHORT_PRESS, "keyup", "Control_L")
    watched.wait_for(2)
    watched.hotkey.stop()
    assert watched.changes == [True, False]


def test_a_chord_is_held_until_its_key_goes_up(
    screen: Screen, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", screen.name)
    watched = _watch(screen, "Ctrl+F8")
    screen.xdotool("keydown", "Control_L", "keydown", "F8", "keyup", "Control_L", "sleep", "0.3")
    watched.wait_for(1)
    assert watched.changes == [True]
    screen.xdotool("keyup", "F8")
    watched.wait_for(2)
    watched.hotkey.stop()
