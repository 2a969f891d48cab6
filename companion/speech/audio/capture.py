"""The real microphone: a raw PortAudio stream, 16 kHz mono where the device allows it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Any

from companion.speech.audio.blocks import BlockMaker
from companion.speech.audio.devices import OnBlock, OnLost
from companion.speech.audio.format import is_digital_silence
from companion.speech.audio.portaudio import PORTAUDIO, PortAudio
from companion.speech.audio.pulse import ROUTING, PulseRouting
from companion.speech.audio.stream_shape import StreamShape
from companion.speech.audio.watchdog import LOOK_S, Verdict, Watchdog
from companion.speech.events import BLOCK_MS, LISTEN_RATE_HZ
from companion.support.errors import AudioError, Failure

logger = logging.getLogger(__name__)

MOST_CHANNELS = 2
"""Of a device that has no mono: microphone arrays mix badly and cost time in the driver."""

FAILURES = {
    Verdict.STALLED: Failure.MICROPHONE_LOST,
    Verdict.ZEROS: Failure.MICROPHONE_MUTED,
}


class SoundDeviceMicrophone:
    """The system's microphone. `start` and `stop` from one thread, which may block a little."""

    def __init__(
        self,
        preferred: Sequence[str] = (),
        portaudio: PortAudio = PORTAUDIO,
        routing: PulseRouting = ROUTING,
    ) -> None:
        """Store the choice; nothing is opened.

        Args:
            preferred: Names, the dearest first; looked for at every opening, so that an unplugged
                one gives way to the next. Without any the system's default is used.
            portaudio: The library.
            routing: Where a sound server moves a running stream to a device that comes.
        """
        self._preferred = preferred
        self._routing = routing
        self._device: int | None = None
        self._portaudio = portaudio
        self._is_stale = False
        self._capture: _Capture | None = None

    def start(self, on_block: OnBlock, on_lost: OnLost) -> None:
        """Begin to deliver blocks."""
        self.stop()
        self._routing.prefer("input", self._preferred)
        library = self._portaudio.library()
        if self._is_stale:
            self._portaudio.refresh()
        try:
            self._device = self._portaudio.device("input", self._preferred)
            self._capture = self._opened(library, on_block, self._noticing(on_lost))
        except (library.PortAudioError, ValueError) as error:
            self._is_stale = True
            raise AudioError(Failure.NO_MICROPHONE, str(error)) from error
        self._is_stale = False

    def stop(self) -> None:
        """End delivery; safe to call twice."""
        capture, self._capture = self._capture, None
        if capture:
            capture.close()
            self._portaudio.count(-1)

    def _noticing(self, on_lost: OnLost) -> OnLost:
        def lost(failure: Failure) -> None:
            self._is_stale = True
            on_lost(failure)

        return lost

    def _opened(self, library: Any, on_block: OnBlock, on_lost: OnLost) -> _Capture:
        capture = self._first_that_opens(library, on_block, on_lost)
        self._portaudio.count(1)
        try:
            capture.start()
        except library.PortAudioError:
            capture.close()
            self._portaudio.count(-1)
            raise
        return capture

    def _first_that_opens(self, library: Any, on_block: OnBlock, on_lost: OnLost) -> _Capture:
        """Mono at our rate; else as the device likes it, converted here."""
        try:
            shape = StreamShape(LISTEN_RATE_HZ, 1)
            return _Capture(self._portaudio, self._device, shape, on_block, on_lost)
        except library.PortAudioError as refusal:
            own = library.query_devices(self._device, "input")
            channels = min(MOST_CHANNELS, int(own["max_input_channels"]))
            shape = StreamShape(int(own["default_samplerate"]), channels)
            if channels < 1 or shape == StreamShape(LISTEN_RATE_HZ, 1):
                raise
            logger.info("the microphone refuses 16 kHz mono (%s); %s instead", refusal, shape)
            return _Capture(self._portaudio, self._device, shape, on_block, on_lost)


class _Capture:
    """One open stream and the thread that watches it."""

    def __init__(
        self,
        portaudio: PortAudio,
        device: int | str | None,
        shape: StreamShape,
        on_block: OnBlock,
        on_lost: OnLost,
    ) -> None:
        self._portaudio = portaudio
        self._on_block = on_block
        self._on_lost = on_lost
        self._maker = BlockMaker(shape.rate_hz, shape.channels)
        self._watchdog = Watchdog()
        self._closing = threading.Event()
        with portaudio.door:
            self._stream = portaudio.library().RawInputStream(
                samplerate=shape.rate_hz,
                channels=shape.channels,
                dtype="int16",
                blocksize=shape.rate_hz * BLOCK_MS // 1000,
                device=device,
                latency="low",
                callback=self._receive,
                finished_callback=self._finished,
            )
        self._watcher = threading.Thread(target=self._watch, name="microphone watch", daemon=True)

    def start(self) -> None:
        self._stream.start()
        self._watcher.start()

    def close(self) -> None:
        self._closing.set()
        self._stream.abort(ignore_errors=True)
        with self._portaudio.door:
            self._stream.close(ignore_errors=True)
        if self._watcher.ident and self._watcher is not threading.current_thread():
            self._watcher.join()

    def _receive(self, data: Any, frames: int, when: Any, status: Any) -> None:
        """On PortAudio's thread."""
        del frames, when, status  # sound servers never set the flags
        pcm = bytes(data)
        self._watchdog.block(BLOCK_MS / 1000, is_zeros=is_digital_silence(pcm))
        for block in self._maker.feed(pcm):
            self._on_block(block)

    def _finished(self) -> None:
        if not self._closing.is_set():
            self._lose(Failure.MICROPHONE_LOST, "the stream ended")

    def _watch(self) -> None:
        before = Verdict.WELL
        while not self._closing.wait(LOOK_S):
            verdict = self._watchdog.look()
            if verdict is not before and verdict is not Verdict.WELL:
                self._lose(FAILURES[verdict], verdict)
            before = verdict

    def _lose(self, failure: Failure, why: str) -> None:
        logger.debug("%s: %s", failure, why)
        self._on_lost(failure)
