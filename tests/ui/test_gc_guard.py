"""Widgets in reference cycles are finalised on the GUI thread, whoever fills the collector."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.ui import gc_guard as module
from companion.ui.application import open_application
from companion.ui.gc_guard import GcGuard, oldest_due


def widgets_in_cycles(count: int, ended_on: list[int]) -> None:
    for _ in range(count):
        widget = QWidget()
        widget.itself = widget  # type: ignore[attr-defined]
        weakref.finalize(widget, lambda: ended_on.append(threading.get_ident()))


def fill_the_collector() -> None:
    for _ in range(50_000):
        cycle: list[object] = []
        cycle.append(cycle)


def test_a_busy_thread_does_not_finalise_widgets(qapp: QApplication, qtbot: QtBot) -> None:
    ended_on: list[int] = []
    widgets_in_cycles(50, ended_on)

    busy = threading.Thread(target=fill_the_collector)
    busy.start()
    busy.join()
    assert ended_on == []

    qtbot.waitUntil(lambda: len(ended_on) == 50, timeout=60_000)
    assert set(ended_on) == {threading.get_ident()}


def test_removing_the_guard_puts_the_collector_back() -> None:
    gc.enable()
    guard = GcGuard()
    guard.install()
    while_installed = gc.isenabled()
    guard.remove()

    assert (while_installed, gc.isenabled()) == (False, True)


def test_what_is_there_after_the_start_is_never_looked_through_again() -> None:
    guard = GcGuard()
    guard.install()
    long_lived = [[number] for number in range(1000)]
    guard.spare_what_is_there()
    watched = {id(one) for one in gc.get_objects()}
    assert not watched.intersection(map(id, long_lived))
    guard.remove()
    assert {id(one) for one in gc.get_objects()}.issuperset(map(id, long_lived))


def test_the_application_installs_one_guard_only(qapp: QApplication) -> None:
    open_application()
    open_application()

    assert len(qapp.findChildren(GcGuard)) == 1


@pytest.mark.parametrize(
    ("counts", "due"),
    [
        pytest.param((10, 0, 0), None, id="nothing"),
        pytest.param((701, 3, 0), 0, id="youngest"),
        pytest.param((5, 11, 0), 1, id="middle"),
        pytest.param((701, 11, 12), 2, id="oldest of several"),
    ],
)
def test_the_oldest_generation_over_its_threshold_is_due(
    counts: tuple[int, ...], due: int | None
) -> None:
    assert oldest_due(counts, (700, 10, 10)) == due


def test_a_threshold_of_zero_never_falls_due() -> None:
    assert oldest_due((0, 0, 99), (700, 10, 0)) is None


def test_a_collector_with_nothing_to_do_looks_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    guard = GcGuard()
    guard.install()
    timer = guard.findChild(QTimer)
    assert timer is not None
    monkeypatch.setattr(module, "oldest_due", lambda counts, thresholds: None)
    for _ in range(10):
        guard.collect_due()
    assert timer.interval() == module.LONGEST_INTERVAL_MS
    monkeypatch.setattr(module, "oldest_due", lambda counts, thresholds: 0)
    guard.collect_due()
    assert timer.interval() == module.GC_INTERVAL_MS
    guard.remove()
