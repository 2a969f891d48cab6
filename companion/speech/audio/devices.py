"""What a microphone and a speaker are. `capture.py` and `playback.py` are the real ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.support.errors import Failure

OnBlock = Callable[[bytes], None]
OnLost = Callable[[Failure], None]


class Microphone(Protocol):
    """A warm source of sound.

    `start` and `stop` are called on the loop thread and do not block it for long; `on_block` and
    `on_lost` are called from the device's own thread.
    """

    def start(self, on_block: OnBlock, on_lost: OnLost) -> None:
        """Begin to deliver blocks of 20 ms, 16 kHz mono s16le.

        Raises:
            AudioError: NO_AUDIO_LIBRARY or NO_MICROPHONE.
        """
        ...

    def stop(self) -> None:
        """End delivery; safe to call twice."""
        ...


class SpeakerStream(Protocol):
    """One stretch of sound on its way out. All methods may be called by any thread."""

    def push(self, pcm: bytes) -> None:
        """Queue sound."""
        ...

    def end(self) -> None:
        """Say that no more comes."""
        ...

    def abort(self) -> None:
        """Be silent now; what is queued is dropped. Safe to call twice."""
        ...

    def set_gain(self, gain: float) -> None:
        """Make it louder or quieter, also what is queued already; 0 to 1."""
        ...

    async def drained(self) -> None:
        """Return when the last byte was heard, or the stream was aborted."""
        ...

    @property
    def starved_times(self) -> int:
        """How often the device asked for sound that was not there yet."""
        ...

    @property
    def played_bytes(self) -> int:
        """Sound handed to the device so far, without the silence put in."""
        ...


class Speaker(Protocol):
    """Something that makes sound audible."""

    def open(
        self,
        rate_hz: int,
        on_first_sound: Callable[[], None],
        first: bytes = b"",
        gain: float = 1.0,
    ) -> SpeakerStream:
        """Begin a stretch of sound.

        Args:
            rate_hz: Rate of what will be pushed; mono s16le.
            on_first_sound: Called once, from the device's thread, when the first block that is
                not silence is handed to the device.
            first: Sound that is there already: it is in the device's very first request.
            gain: Factor of loudness from the first sample on, 0 to 1.

        Raises:
            AudioError: NO_AUDIO_LIBRARY or NO_SPEAKER.
        """
        ...
