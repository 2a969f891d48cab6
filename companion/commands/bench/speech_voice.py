"""How quick the voice is to sound and to fall silent, and whether a stalled window starves it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import numpy as np

from companion.speech.audio.outlet import Outlet
from companion.speech.audio.wav import WavStream
from companion.speech.events import BLOCK_MS, Synthesize
from companion.speech.tts.narrator import Narrator
from companion.support.clock import SystemClock
from companion.support.errors import CompanionError, Failure

RATE_HZ = 24_000
CHUNK_S = 0.4
CHUNKS = 10
LISTEN_S = 0.3
STALL_S = 0.3
STALLS = 4
DEVICE_HOLDS_MS = 40.0
"""What a device has in hand: a callback that comes later than this is heard."""
DEADLINE_S = 10.0


@dataclass(slots=True)
class Voice:
    """What was measured.

    Attributes:
        first_sound_ms: First byte of the synthesiser to the first block that is not silence.
        silence_ms: From `silence` to the last block that was not silence, or to its return.
        starved: Callbacks that came later than a device can wait.
        latest_ms: How late the latest one came.
    """

    first_sound_ms: list[float] = field(default_factory=list)
    silence_ms: list[float] = field(default_factory=list)
    starved: int = 0
    latest_ms: float = 0.0


class _Tone:
    """A synthesiser that gives its sound at once."""

    id = "tone"
    rate_hz = RATE_HZ

    async def warm_up(self) -> None: ...

    async def close(self) -> None: ...

    async def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        del request
        tone = np.sin(np.arange(round(RATE_HZ * CHUNK_S)) * 0.1) * 9000
        for _ in range(CHUNKS):
            yield tone.astype("<i2").tobytes()
            await asyncio.sleep(0)


class _WatchedOutlet(Outlet):
    """Notes when sound was taken."""

    def __init__(self, rate_hz: int, on_first_sound: Callable[[], None]) -> None:
        super().__init__(rate_hz, on_first_sound)
        self.pulls: list[tuple[float, bool]] = []

    def pull(self, count: int) -> bytes:
        pcm = super().pull(count)
        self.pulls.append((time.monotonic(), any(pcm)))
        return pcm


class _WatchedStream(WavStream):
    """Plays in real time out of a watched outlet."""

    def _make_outlet(self, rate_hz: int, on_first_sound: Callable[[], None]) -> Outlet:
        self.watched = _WatchedOutlet(rate_hz, on_first_sound)
        return self.watched


class _WatchedSpeaker:
    def __init__(self) -> None:
        self.stream: _WatchedStream | None = None

    def open(
        self,
        rate_hz: int,
        on_first_sound: Callable[[], None],
        first: bytes = b"",
        gain: float = 1.0,
    ) -> _WatchedStream:
        self.stream = _WatchedStream(rate_hz, on_first_sound, first, gain)
        return self.stream

    @property
    def pulls(self) -> list[tuple[float, bool]]:
        return list(self.stream.watched.pulls) if self.stream else []


@dataclass
class _Moments:
    """Hears what a narration reports."""

    audio: float = 0.0
    sound: asyncio.Future[float] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def first_audio(self, at: float) -> None:
        self.audio = at

    def first_sound(self, at: float) -> None:
        self.sound.set_result(at)

    def sentence(self, index: int, text: str) -> None: ...

    def finished(self, *, heard_all: bool, sentences: int = 0) -> None:
        self.over.set()

    def failed(self, failure: Failure, detail: str) -> None:
        raise CompanionError(failure, detail)


async def voice(count: int) -> Voice:
    """Speak and be silenced so often; then speak while the interpreter is held up."""
    found = Voice()
    for _ in range(count):
        await _once(found)
    await _stalled(found)
    return found


async def _once(found: Voice) -> None:
    speaker, moments = _WatchedSpeaker(), _Moments()
    narrator = Narrator(speaker, _Tone(), SystemClock())
    narrator.say(["A tone."], "en", moments)
    async with asyncio.timeout(DEADLINE_S):
        sound = await moments.sound
    found.first_sound_ms.append((sound - moments.audio) * 1000)
    await asyncio.sleep(LISTEN_S)
    began = time.monotonic()
    narrator.silence()
    returned = time.monotonic()
    await asyncio.sleep(3 * BLOCK_MS / 1000)
    later = [at for at, is_loud in speaker.pulls if is_loud and at > began]
    found.silence_ms.append((max([returned, *later]) - began) * 1000)
    await narrator.stop()


async def _stalled(found: Voice) -> None:
    """A window that computes for 300 ms: another thread's Python, four times."""
    speaker, moments = _WatchedSpeaker(), _Moments()
    narrator = Narrator(speaker, _Tone(), SystemClock())
    narrator.say(["A tone."], "en", moments)
    async with asyncio.timeout(DEADLINE_S):
        await moments.sound
    for _ in range(STALLS):
        await asyncio.to_thread(_compute, STALL_S)
        await asyncio.sleep(0.1)
    times = [at for at, _ in speaker.pulls]
    gaps = np.diff(times) * 1000 - BLOCK_MS
    found.latest_ms = float(gaps.max(initial=0.0))
    found.starved = int((gaps > DEVICE_HOLDS_MS).sum())
    narrator.silence()
    await narrator.stop()


def _compute(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(1000))
