"""Devices of a PulseAudio or PipeWire server, which PortAudio does not know one by one.

PortAudio sees the server as one device. Which microphone or loudspeaker is behind it is the
server's affair, so the player's choice is made there: our streams are moved to the dearest device
that is present, as soon as it comes, also while they run.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.speech.audio.choice import Kind

logger = logging.getLogger(__name__)

LOOK_S = 1.0
"""How often it is seen whether to stop or to wish otherwise; the server tells changes at once."""
AGAIN_S = 5.0
"""A server that is not there is looked for this often."""
NAME = "companion sound routing"


def pulse_names(kind: Kind) -> tuple[str, ...]:
    """What the server calls its devices; none where there is no server. Blocks."""
    try:
        with _client() as pulse:
            return tuple(dict.fromkeys(str(d.description) for d in _devices(pulse, kind)))
    except Exception as error:  # noqa: BLE001 - a library of C functions; without it all still works
        logger.debug("no sound server: %s", error)
        return ()


class PulseRouting:
    """Keeps the streams of this process where the player wants them. Any thread.

    Its own thread begins with the first preference and needs no goodbye.
    """

    def __init__(self, connect: Callable[[], Any] | None = None) -> None:
        """Store what is given; nothing is opened.

        Args:
            connect: Makes a client of the server, by default of the system's.
        """
        self._connect = connect or _client
        self._preferred: dict[Kind, tuple[str, ...]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._changed = threading.Event()

    def prefer(self, kind: Kind, names: Sequence[str]) -> None:
        """Wish for devices, the dearest first; returns at once."""
        with self._lock:
            if self._preferred.get(kind, ()) == tuple(names):
                return
            self._preferred[kind] = tuple(names)
            self._changed.set()
            if names and self._thread is None and sys.platform.startswith("linux"):
                self._thread = threading.Thread(target=self._run, name=NAME, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End the thread, soon."""
        self._stopping.set()
        if self._thread:
            self._thread.join(2 * LOOK_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._connect() as pulse:
                    self._follow(pulse)
            except Exception as error:  # noqa: BLE001 - as above; it is tried again
                logger.debug("sound is not routed: %s", error)
                self._stopping.wait(AGAIN_S)

    def _follow(self, pulse: Any) -> None:
        import pulsectl

        def changed(event: Any) -> None:
            self._changed.set()
            raise pulsectl.PulseLoopStop

        pulse.event_mask_set("sink", "source", "sink_input", "source_output")
        pulse.event_callback_set(changed)
        self._changed.set()  # whatever was before this connection
        while not self._stopping.is_set():
            if self._changed.is_set():
                self._changed.clear()
                self._route(pulse)
            pulse.event_listen(timeout=LOOK_S)

    def _route(self, pulse: Any) -> None:
        with self._lock:
            preferred = dict(self._preferred)
        for kind, names in preferred.items():
            place = dearest(_devices(pulse, kind), names)
            if place is not None:
                _move(pulse, kind, place)


def dearest(devices: Iterable[Any], names: Sequence[str]) -> int | None:
    """Index of the first of the names that is present; None when none is.

    Args:
        devices: With `index`, `description` and `name`, as the server tells them.
        names: Descriptions, or the server's own names.
    """
    known = {word: int(d.index) for d in devices for word in (d.name, d.description)}
    return next((known[name] for name in names if name in known), None)


def _move(pulse: Any, kind: Kind, place: int) -> None:
    """Move our streams that are elsewhere; one that has just ended is none."""
    import pulsectl

    is_input = kind == "input"
    streams = pulse.source_output_list() if is_input else pulse.sink_input_list()
    for stream in streams:
        is_ours = stream.proplist.get("application.process.id") == str(os.getpid())
        if not is_ours or place == (stream.source if is_input else stream.sink):
            continue
        try:
            move = pulse.source_output_move if is_input else pulse.sink_input_move
            move(stream.index, place)
            logger.info("%s moved to the preferred device", kind)
        except pulsectl.PulseOperationFailed as error:
            logger.debug("not moved: %s", error)


def _devices(pulse: Any, kind: Kind) -> list[Any]:
    """Monitors of loudspeakers are no microphones."""
    if kind == "output":
        return list(pulse.sink_list())
    return [d for d in pulse.source_list() if d.proplist.get("device.class") != "monitor"]


def _client() -> Any:
    import pulsectl  # loads the system's library

    return pulsectl.Pulse(NAME)


ROUTING = PulseRouting()
"""There is one process whose streams are routed."""
