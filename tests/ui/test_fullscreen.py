"""A game that has the screen for itself is noticed, on a system that tells of it."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication

from companion.app.fullscreen import FullscreenWatch, is_exclusive


def shell(state: int, result: int = 0) -> SimpleNamespace:
    """What stands for `shell32`: it writes the state where it is told to, as Windows does."""

    def query(where: object) -> int:
        ctypes.cast(where, ctypes.POINTER(ctypes.c_int))[0] = state  # type: ignore[arg-type]
        return result

    return SimpleNamespace(SHQueryUserNotificationState=query)


@pytest.mark.parametrize(
    ("state", "result", "is_alone"),
    [(3, 0, True), (2, 0, False), (5, 0, False), (3, -2147467259, False)],
    ids=["exclusive Direct3D", "busy", "normal", "Windows does not know"],
)
def test_what_windows_tells(state: int, result: int, is_alone: bool) -> None:
    assert is_exclusive(shell(state, result)) is is_alone


def test_a_change_is_told_once_and_who_stops_looking_knows_of_none(qapp: QApplication) -> None:
    seen, told = [False, True, True, False], []
    watch = FullscreenWatch(qapp, lambda: seen.pop(0))
    watch.changed.connect(lambda: told.append(watch.is_exclusive))
    watch.watch(wanted=True)
    for _ in range(3):
        watch.look()
    assert told == [True, False]
    seen.append(True)
    watch.look()
    watch.watch(wanted=False)
    assert not watch.is_exclusive
    assert not watch._timer.isActive()
    watch.deleteLater()


def test_where_the_system_tells_nothing_nobody_looks(qapp: QApplication) -> None:
    watch = FullscreenWatch(qapp)
    watch.watch(wanted=True)
    assert not watch._timer.isActive()
    watch.deleteLater()
