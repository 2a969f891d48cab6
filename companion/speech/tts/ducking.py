"""A line that is said over another one: while it is heard, the other one is lowered."""

from __future__ import annotations

from collections.abc import Callable

from companion.speech.mouth import MouthEvents
from companion.support.errors import Failure

DUCKED = 0.2
"""Factor of loudness of what is talked over: -14 dB, a voice that is there and not listened to."""


class Ducking:
    """The events of the line above, which lowers the other with its first sound. On the loop."""

    def __init__(self, events: MouthEvents, lower: Callable[[bool], None]) -> None:
        """Store what is given.

        Args:
            events: Of the line above; told everything.
            lower: Lowers the line below, or lets it be as loud as before.
        """
        self._events = events
        self._lower = lower

    def first_audio(self, at: float) -> None:
        """Its first chunk is here: it sounds within some milliseconds."""
        self._lower(True)
        self._events.first_audio(at)

    def first_sound(self, at: float) -> None:
        """Pass it on."""
        self._events.first_sound(at)

    def sentence(self, index: int, text: str) -> None:
        """Pass it on."""
        self._events.sentence(index, text)

    def finished(self, *, heard_all: bool, sentences: int = 0) -> None:
        """It is over, however it ended."""
        self._lower(False)
        self._events.finished(heard_all=heard_all, sentences=sentences)

    def failed(self, failure: Failure, detail: str) -> None:
        """Pass it on."""
        self._events.failed(failure, detail)
