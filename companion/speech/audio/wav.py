"""Sound without devices: WAV files, a microphone that is told what to hear, a silent speaker.

Demos and tests use these where no sound card is; what they do in time is what the real ones do.
"""

from __future__ import annotations

import io
import logging
import threading
import time
import wave
from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.speech.audio.devices import OnBlock, OnLost
from companion.speech.audio.format import bytes_of, silence, to_pcm
from companion.speech.audio.hand_over import hand_over_soon
from companion.speech.audio.outlet import Outlet
from companion.speech.audio.resample import converted, mono
from companion.speech.events import BLOCK_BYTES, BLOCK_MS, LISTEN_RATE_HZ
from companion.support.errors import AudioError, Failure

logger = logging.getLogger(__name__)

_BLOCK_S = BLOCK_MS / 1000


def read_wav(path: Path) -> bytes:
    """Read a WAV file of any rate, width and number of channels as 16 kHz mono PCM.

    Raises:
        AudioError: RECORDING_UNREADABLE when it is no WAV file with PCM.
    """
    try:
        with wave.open(str(path), "rb") as file:
            width, rate_hz, channels = file.getsampwidth(), file.getframerate(), file.getnchannels()
            data = file.readframes(file.getnframes())
        return converted(mono(_narrowed(data, width), channels), rate_hz, LISTEN_RATE_HZ)
    except (OSError, EOFError, wave.Error, KeyError, ValueError) as error:
        raise AudioError(Failure.RECORDING_UNREADABLE, path.name) from error


def wav_bytes(pcm: bytes, rate_hz: int) -> bytes:
    """PCM as the content of a WAV file."""
    with io.BytesIO() as buffer:
        with wave.open(buffer, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate_hz)
            file.writeframes(pcm)
        return buffer.getvalue()


def _narrowed(data: bytes, width: int) -> bytes:
    """8, 16, 24 or 32 bit samples as 16 bit ones."""
    if width == 2:
        return data
    if width == 1:
        return to_pcm((np.frombuffer(data, np.uint8).astype(np.float32) - 128) / np.float32(128))
    count = len(data) // width
    parts = np.frombuffer(data[: count * width], np.uint8).reshape(count, width)
    return {3: parts[:, 1:], 4: parts[:, 2:]}[width].tobytes()


class WavMicrophone:
    """A microphone that delivers blocks of 20 ms in real time: what it was told, else faint noise.

    `start`, `stop`, `say` and `said` may be called by any thread. The noise is one bit loud, as
    exact zeros would mean a dead device.
    """

    def __init__(self) -> None:
        self._queue: deque[bytes] = deque()
        self._stop = threading.Event()
        self._said = threading.Event()
        self._said.set()
        self._thread: threading.Thread | None = None
        self._noise = _faint_noise()

    def start(self, on_block: OnBlock, on_lost: OnLost) -> None:
        """Begin to deliver."""
        del on_lost  # this device cannot be unplugged
        self.stop()
        self._stop.clear()
        self._thread = threading.Thread(
            target=self._deliver, args=(on_block,), name="wav-microphone", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End delivery; safe to call twice."""
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread and thread is not threading.current_thread():
            thread.join()

    def say(self, pcm: bytes) -> None:
        """Deliver this next, block by block; 16 kHz mono PCM."""
        padded = pcm + bytes(-len(pcm) % BLOCK_BYTES)
        self._said.clear()
        self._queue.extend(
            padded[at : at + BLOCK_BYTES] for at in range(0, len(padded), BLOCK_BYTES)
        )

    def said(self, timeout_s: float) -> bool:
        """Wait until everything was delivered; whether it was. Blocks: not for the loop."""
        return self._said.wait(timeout_s)

    @property
    def saying(self) -> bool:
        """Whether something waits to be delivered."""
        return not self._said.is_set()

    def _deliver(self, on_block: OnBlock) -> None:
        due = time.monotonic()
        turn = 0
        while not self._stop.is_set():
            block = self._queue.popleft() if self._queue else None
            on_block(block or self._noise[turn % len(self._noise)])
            if block and not self._queue:
                self._said.set()
            turn += 1
            due += _BLOCK_S
            self._stop.wait(max(0.0, due - time.monotonic()))


def _faint_noise() -> tuple[bytes, ...]:
    samples = np.random.default_rng(1).integers(-1, 2, (50, BLOCK_BYTES // 2))
    return tuple(row.astype("<i2").tobytes() for row in samples)


class WavStream:
    """One stretch of sound that is played in real time and kept. Any thread."""

    def __init__(
        self,
        rate_hz: int,
        on_first_sound: Callable[[], None],
        first: bytes = b"",
        gain: float = 1.0,
    ) -> None:
        self.rate_hz = rate_hz
        self._outlet = self._make_outlet(rate_hz, on_first_sound)
        self._block = bytes_of(_BLOCK_S, rate_hz)
        self._heard = bytearray()
        self._outlet.gain = gain
        self._outlet.push(first)
        hand_over_soon()
        self._thread = threading.Thread(target=self._play, name="wav-speaker", daemon=True)
        self._thread.start()

    def _make_outlet(self, rate_hz: int, on_first_sound: Callable[[], None]) -> Outlet:
        return Outlet(rate_hz, on_first_sound)

    def push(self, pcm: bytes) -> None:
        """Queue sound."""
        self._outlet.push(pcm)

    def end(self) -> None:
        """Say that no more comes."""
        self._outlet.end()

    def abort(self) -> None:
        """Be silent now."""
        self._outlet.abort()

    def set_gain(self, gain: float) -> None:
        """Make it louder or quieter; 0 to 1."""
        self._outlet.gain = gain

    async def drained(self) -> None:
        """Return when the last byte was heard, or the stream was aborted."""
        await self._outlet.wait()

    @property
    def starved_times(self) -> int:
        """How often sound was not there in time."""
        return self._outlet.starved_times

    @property
    def played_bytes(self) -> int:
        """Sound heard so far, without the silence put in."""
        return self._outlet.played_bytes

    @property
    def heard(self) -> bytes:
        """What a listener would have heard so far, pauses included."""
        return bytes(self._heard)

    def _play(self) -> None:
        due = time.monotonic()
        while not self._outlet.over:
            self._heard += self._outlet.pull(self._block)
            due += _BLOCK_S
            time.sleep(max(0.0, due - time.monotonic()))


class WavSpeaker:
    """A speaker that plays in real time into memory."""

    def __init__(self) -> None:
        self._streams: list[WavStream] = []

    def open(
        self,
        rate_hz: int,
        on_first_sound: Callable[[], None],
        first: bytes = b"",
        gain: float = 1.0,
    ) -> WavStream:
        """Begin a stretch of sound."""
        stream = WavStream(rate_hz, on_first_sound, first, gain)
        self._streams.append(stream)
        return stream

    def take(self) -> tuple[bytes, int]:
        """What was heard since the last call, and its rate; the pauses between stretches are short.

        Returns:
            PCM and Hertz; nothing and the listening rate when nothing was heard.
        """
        streams, self._streams = self._streams, []
        if not streams:
            return b"", LISTEN_RATE_HZ
        rate_hz = streams[0].rate_hz
        pause = silence(0.1, rate_hz)
        return pause.join(converted(s.heard, s.rate_hz, rate_hz) for s in streams), rate_hz
