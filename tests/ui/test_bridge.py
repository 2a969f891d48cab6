"""States on their way to the window."""

from __future__ import annotations

import threading

from PySide6.QtWidgets import QApplication

from companion.client.state import ClientState
from companion.ui.bridge import FRAME_S, StateBridge
from tests.helpers.clock import ManualClock


def test_of_a_burst_of_states_the_window_draws_the_last(qtbot):
    bridge, shown = StateBridge(), []
    bridge.state_changed.connect(lambda state: shown.append(state.revision))
    burst = [ClientState(revision=number) for number in range(1, 1001)]
    thread = threading.Thread(target=lambda: [bridge.publish(state) for state in burst])
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == [1000]


def test_a_state_that_comes_later_is_drawn_too(qtbot):
    bridge, shown = StateBridge(), []
    bridge.state_changed.connect(lambda state: shown.append(state.revision))
    for number in range(1, 4):
        bridge.publish(ClientState(revision=number))
        qtbot.waitUntil(lambda number=number: shown[-1:] == [number])
    assert shown == [1, 2, 3]


def test_a_thousand_states_within_a_frame_are_drawn_twice_the_newest_last(qtbot):
    clock = ManualClock()
    bridge, shown = StateBridge(clock=clock), []
    bridge.state_changed.connect(lambda state: shown.append(state.revision))
    for number in range(1, 1001):
        bridge.publish(ClientState(revision=number))
        QApplication.processEvents()
    assert shown == [1]
    clock.advance(FRAME_S)
    qtbot.waitUntil(lambda: len(shown) > 1, timeout=60_000)
    assert shown == [1, 1000]


def test_after_a_rest_a_state_is_drawn_at_once(qtbot):
    clock = ManualClock()
    bridge, shown = StateBridge(clock=clock), []
    bridge.state_changed.connect(lambda state: shown.append(state.revision))
    for number in (1, 2):
        bridge.publish(ClientState(revision=number))
        QApplication.processEvents()
        assert shown[-1] == number
        clock.advance(FRAME_S)


def test_after_the_end_nothing_is_drawn(qtbot):
    clock = ManualClock()
    bridge, shown = StateBridge(clock=clock), []
    bridge.state_changed.connect(lambda state: shown.append(state.revision))
    bridge.publish(ClientState(revision=1))
    QApplication.processEvents()
    bridge.publish(ClientState(revision=2))  # waits for its frame
    bridge.end()
    clock.advance(FRAME_S)
    bridge.publish(ClientState(revision=3))
    QApplication.processEvents()
    assert shown == [1]
