"""States on their way to the window."""

from __future__ import annotations

import threading

from companion.client.state import ClientState
from companion.ui.bridge import StateBridge


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
