"""The talk key pressed by a command."""

from __future__ import annotations

from companion.client.hotkeys.remote import RemoteKey


def test_down_and_up_are_told_once_each() -> None:
    changes: list[bool] = []
    key = RemoteKey(changes.append)
    key.down()
    key.up()
    key.up()
    assert changes == [True, False]


def test_toggle_switches() -> None:
    changes: list[bool] = []
    key = RemoteKey(changes.append)
    for _ in range(3):
        key.toggle()
    key.up()
    assert changes == [True, False, True, False]


def test_a_press_after_a_lost_release_is_a_new_hold() -> None:
    changes: list[bool] = []
    key = RemoteKey(changes.append)
    key.down()
    key.down()
    key.up()
    assert changes == [True, False, True, False]
