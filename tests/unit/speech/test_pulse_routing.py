"""Which device of a sound server our streams belong on, and that others' are left alone."""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.speech.audio.pulse import PulseRouting, dearest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux has PulseAudio")

DESK = SimpleNamespace(index=3, name="alsa.desk", description="Desk speakers")
HEADSET = SimpleNamespace(index=7, name="usb.headset", description="Headset")


@pytest.mark.parametrize(
    ("names", "place"),
    [
        (("Headset", "Desk speakers"), 7),
        (("Unplugged", "alsa.desk"), 3),
        (("Unplugged",), None),
        ((), None),
    ],
    ids=["the first", "the next, by the server's name", "none is there", "no wish"],
)
def test_the_dearest_device_that_is_there_is_meant(
    names: tuple[str, ...], place: int | None
) -> None:
    assert dearest((DESK, HEADSET), names) == place


class FakePulse:
    """A server with two loudspeakers and two programs' streams."""

    def __init__(self, moved: Callable[[int, int], None]) -> None:
        self._moved = moved
        self._tell: Callable[[Any], None] = lambda event: None
        self.sinks = {1: 3, 2: 3}
        self.news = threading.Event()

    def __enter__(self) -> FakePulse:
        return self

    def __exit__(self, *fault: object) -> None: ...

    def event_mask_set(self, *masks: str) -> None: ...

    def event_callback_set(self, callback: Callable[[Any], None]) -> None:
        self._tell = callback

    def event_listen(self, timeout: float) -> None:
        import pulsectl

        if self.news.wait(0.001):
            self.news.clear()
            with contextlib.suppress(pulsectl.PulseLoopStop):
                self._tell(None)

    def sink_list(self) -> list[Any]:
        return [DESK, HEADSET]

    def sink_input_list(self) -> list[Any]:
        owners = {1: str(os.getpid()), 2: "1"}
        return [
            SimpleNamespace(index=i, sink=s, proplist={"application.process.id": owners[i]})
            for i, s in self.sinks.items()
        ]

    def sink_input_move(self, index: int, place: int) -> None:
        self.sinks[index] = place
        self._moved(index, place)


def test_our_own_streams_are_moved_and_nobody_elses() -> None:
    pytest.importorskip("pulsectl")
    moves: list[tuple[int, int]] = []
    is_moved = threading.Event()

    def moved(index: int, place: int) -> None:
        moves.append((index, place))
        is_moved.set()

    routing = PulseRouting(lambda: FakePulse(moved))
    routing.prefer("output", ("Headset",))
    assert is_moved.wait(60)
    routing.stop()
    assert moves == [(1, 7)]


def test_a_stream_that_the_server_tells_of_and_another_wish_are_followed() -> None:
    pytest.importorskip("pulsectl")
    moves: queue.Queue[tuple[int, int]] = queue.Queue()
    server = FakePulse(lambda *move: moves.put(move))
    routing = PulseRouting(lambda: server)
    routing.prefer("output", ("Headset",))
    assert moves.get(timeout=60) == (1, 7)
    server.sinks[1] = 3
    server.news.set()
    assert moves.get(timeout=60) == (1, 7)
    routing.prefer("output", ("Desk speakers",))
    assert moves.get(timeout=60) == (1, 3)
    routing.stop()


def test_without_a_server_nothing_happens_and_it_ends_when_told() -> None:
    asked = threading.Event()

    def absent() -> Any:
        asked.set()
        raise OSError("no server")

    routing = PulseRouting(absent)
    routing.prefer("output", ("Headset",))
    assert asked.wait(60)
    routing.stop()
    assert routing._thread is not None
    routing._thread.join(60)
    assert not routing._thread.is_alive()


def test_without_a_wish_no_thread_begins() -> None:
    routing = PulseRouting(lambda: None)
    routing.prefer("input", ())
    assert routing._thread is None
