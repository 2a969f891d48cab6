"""The real speaker: a raw PortAudio stream whose callback empties an outlet."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

from companion.speech.audio.outlet import Outlet
from companion.speech.audio.played import Played
from companion.speech.audio.portaudio import PORTAUDIO, PortAudio
from companion.speech.audio.pulse import ROUTING, PulseRouting
from companion.speech.audio.resample import Resampler, spread
from companion.speech.audio.stream_shape import StreamShape
from companion.speech.events import BLOCK_MS
from companion.support.errors import AudioError, Failure

logger = logging.getLogger(__name__)

PATIENCE_S = 0.02
"""How long the caller of `abort` waits to see the device silent; mostly it is within 10 ms."""


class SoundDeviceSpeaker:
    """The system's speaker. Any thread may open it; opening takes a few milliseconds."""

    def __init__(
        self,
        preferred: Sequence[str] = (),
        portaudio: PortAudio = PORTAUDIO,
        played: Played | None = None,
        routing: PulseRouting = ROUTING,
    ) -> None:
        """Store the choice; nothing is opened.

        Args:
            preferred: Names, the dearest first; looked for at every opening. Without any the
                system's default is used.
            portaudio: The library.
            played: Told what is played, for an echo canceller.
            routing: Where a sound server moves a running stream to a device that comes.
        """
        self._routing = routing
        self._played = played
        self._preferred = preferred
        self._device: int | None = None
        self._portaudio = portaudio
        self._is_stale = False

    def open(
        self,
        rate_hz: int,
        on_first_sound: Callable[[], None],
        first: bytes = b"",
        gain: float = 1.0,
    ) -> SoundDeviceStream:
        """Begin a stretch of sound."""
        self._routing.prefer("output", self._preferred)
        library = self._portaudio.library()
        if self._is_stale:
            self._portaudio.refresh()
        try:
            self._device = self._portaudio.device("output", self._preferred)
            stream = self._first_that_opens(library, rate_hz, on_first_sound)
            stream.set_gain(gain)
            stream.push(first)
            stream.start()
        except (library.PortAudioError, ValueError) as error:
            self._is_stale = True
            raise AudioError(Failure.NO_SPEAKER, str(error)) from error
        self._is_stale = False
        return stream

    def _first_that_opens(
        self, library: Any, rate_hz: int, on_first_sound: Callable[[], None]
    ) -> SoundDeviceStream:
        """Mono at the voice's rate; else as the device likes it, converted here."""
        plain = StreamShape(rate_hz, 1)
        outlet = self._outlet(rate_hz, on_first_sound)
        try:
            return SoundDeviceStream(self._portaudio, self._device, outlet, plain, plain)
        except library.PortAudioError as refusal:
            own = library.query_devices(self._device, "output")
            shape = StreamShape(
                int(own["default_samplerate"]), min(2, int(own["max_output_channels"]))
            )
            if shape.channels < 1 or shape == plain:
                raise
            logger.info("the speaker refuses %s (%s); %s instead", plain, refusal, shape)
            outlet = self._outlet(shape.rate_hz, on_first_sound)
            return SoundDeviceStream(self._portaudio, self._device, outlet, plain, shape)

    def _outlet(self, rate_hz: int, on_first_sound: Callable[[], None]) -> Outlet:
        tap = self._played.tap(rate_hz) if self._played else None
        return Outlet(rate_hz, on_first_sound, tap)


class SoundDeviceStream:
    """One stretch of sound on its way to the device. Any thread.

    Attributes:
        underruns: How often the device went without sound because its callback came late.
    """

    def __init__(
        self,
        portaudio: PortAudio,
        device: int | str | None,
        outlet: Outlet,
        given: StreamShape,
        shape: StreamShape,
    ) -> None:
        self._portaudio = portaudio
        self._outlet = outlet
        self._given = given
        self._shape = shape
        fits = given.rate_hz == shape.rate_hz
        self._resampler = None if fits else Resampler(given.rate_hz, shape.rate_hz)
        self._lock = threading.Lock()
        self._is_closed = False
        self.underruns = 0
        self._library = portaudio.library()
        with portaudio.door:
            self._stream = self._library.RawOutputStream(
                samplerate=shape.rate_hz,
                channels=shape.channels,
                dtype="int16",
                blocksize=shape.rate_hz * BLOCK_MS // 1000,
                device=device,
                latency="low",
                callback=self._fill,
                finished_callback=self._finished,
            )
        portaudio.count(1)

    def start(self) -> None:
        """Begin to play; closes the stream when the device refuses."""
        try:
            self._stream.start()
        except self._library.PortAudioError:
            self.abort()
            raise

    def push(self, pcm: bytes) -> None:
        """Queue sound."""
        self._outlet.push(self._resampler.feed(pcm) if self._resampler else pcm)

    def end(self) -> None:
        """Say that no more comes."""
        if self._resampler:
            self._outlet.push(self._resampler.flush())
        self._outlet.end()

    def abort(self) -> None:
        """Be silent now: within 10 ms at the sound server. Never waits long for it."""
        self._outlet.abort()
        self._close_soon().join(PATIENCE_S)

    def set_gain(self, gain: float) -> None:
        """Make it louder or quieter; 0 to 1."""
        self._outlet.gain = gain

    async def drained(self) -> None:
        """Return when the last byte was heard, or the stream was aborted."""
        try:
            await self._outlet.wait()
        finally:
            self._close_soon()

    @property
    def played_bytes(self) -> int:
        """Sound handed to the device so far, without the silence put in."""
        played = self._outlet.played_bytes
        return played * self._given.rate_hz // self._shape.rate_hz // 2 * 2

    @property
    def starved_times(self) -> int:
        """How often sound was not there in time."""
        return self._outlet.starved_times

    def _fill(self, out: Any, frames: int, when: Any, status: Any) -> None:
        """On PortAudio's thread."""
        del when
        self.underruns += bool(status.output_underflow)
        out[:] = spread(self._outlet.pull(frames * 2), self._shape.channels)
        if self._outlet.over:
            raise self._library.CallbackStop

    def _finished(self) -> None:
        if not self._outlet.over:
            logger.warning("speaker lost")
            self._outlet.lose()

    def _close_soon(self) -> threading.Thread:
        """Close on a thread of its own: a sound server that hangs would hold up loop and window."""
        closing = threading.Thread(target=self._close, name="speaker closes", daemon=True)
        closing.start()
        return closing

    def _close(self) -> None:
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
        self._stream.abort(ignore_errors=True)
        with self._portaudio.door:
            self._stream.close(ignore_errors=True)
        self._portaudio.count(-1)
