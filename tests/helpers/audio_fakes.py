"""Devices, engines and listeners that speech tests lead by the hand."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from companion.speech.asr.recognizer import OnPartial
from companion.speech.audio.choice import chosen
from companion.speech.audio.devices import OnBlock, OnLost
from companion.speech.audio.outlet import Outlet
from companion.speech.ears import EarPhase, Utterance
from companion.speech.events import (
    BLOCK_BYTES,
    LISTEN_RATE_HZ,
    Synthesize,
    Transcribe,
    Transcript,
    TranscriptChunk,
)
from companion.support.errors import AudioError, CompanionError, Failure, RecognitionError

ZEROS = bytes(BLOCK_BYTES)
SPEECH = (np.arange(BLOCK_BYTES // 2) % 40 * 100).astype("<i2").tobytes()
"""A block that no one takes for silence."""


def numbered(number: int) -> bytes:
    """A block that can be told from the others."""
    return number.to_bytes(2, "little", signed=True) * (BLOCK_BYTES // 2)


def sine(seconds: float, hertz: float = 440.0, rate_hz: int = LISTEN_RATE_HZ) -> bytes:
    """A tone at half of full scale."""
    moments = np.arange(round(seconds * rate_hz)) / rate_hz
    return (np.sin(2 * np.pi * hertz * moments) * 16000).astype("<i2").tobytes()


class FakeMicrophone:
    """Delivers what the test gives it; opening fails as often as the test says."""

    def __init__(self) -> None:
        self.failures: list[Failure] = []
        self.starts = 0
        self.is_open = False
        self._on_block: OnBlock = lambda pcm: None
        self._on_lost: OnLost = lambda failure: None

    def start(self, on_block: OnBlock, on_lost: OnLost) -> None:
        self.starts += 1
        if self.failures:
            raise AudioError(self.failures.pop(0), "fake")
        self._on_block, self._on_lost, self.is_open = on_block, on_lost, True

    def stop(self) -> None:
        self.is_open = False

    def give(self, *blocks: bytes) -> None:
        for block in blocks:
            self._on_block(block)

    def lose(self, failure: Failure = Failure.MICROPHONE_LOST) -> None:
        self._on_lost(failure)


class FakeRecognizer:
    """Hears what the test says, once the sound has ended."""

    id = "fake"

    def __init__(self, words: str = "show my quests") -> None:
        self.words = words
        self.error: CompanionError | None = None
        self.warm_up_error: CompanionError | None = None
        self.fails_early = False
        self.hangs = False
        self.heard: list[bytes] = []
        self.requests: list[Transcribe] = []
        self.closed = False

    async def warm_up(self) -> None:
        if self.warm_up_error:
            raise self.warm_up_error

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        self.requests.append(request)
        if self.fails_early:
            raise self.error or RecognitionError(Failure.SPEECH_KEY_WRONG)
        self.heard.append(b"")
        async for block in audio:
            self.heard[-1] += block
            on_partial(TranscriptChunk(self.words[: len(self.heard[-1]) // BLOCK_BYTES]))
        if self.hangs:
            await asyncio.Event().wait()
        if self.error:
            raise self.error
        return Transcript(self.words, request.language or "en")

    async def close(self) -> None:
        self.closed = True


@dataclass
class EarsLog:
    """Keeps what ears report."""

    phases: list[EarPhase] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    troubles: list[Failure] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    voices: list[bool] = field(default_factory=list)
    opened: int = 0
    outcomes: list[Utterance | Failure] = field(default_factory=list)
    details: list[str] = field(default_factory=list)

    def ear_phase(self, phase: EarPhase) -> None:
        self.phases.append(phase)

    def ear_level(self, dbfs: float) -> None:
        self.levels.append(dbfs)

    def ear_words(self, text: str) -> None:
        self.words.append(text)

    def ear_utterance(self, utterance: Utterance) -> None:
        self.outcomes.append(utterance)

    def ear_failed(self, failure: Failure, detail: str) -> None:
        self.outcomes.append(failure)
        self.details.append(detail)

    def ear_trouble(self, failure: Failure, detail: str) -> None:
        self.troubles.append(failure)

    def ear_voice(self, *, is_speaking: bool) -> None:
        self.voices.append(is_speaking)

    def ear_loaded(self, words: str) -> None:
        self.loaded.append(words)

    def ear_open(self) -> None:
        self.opened += 1


class FakeStream:
    """A stream whose device is the test: it pulls when the test says so."""

    def __init__(self, rate_hz: int, on_first_sound: Callable[[], None]) -> None:
        self._outlet = Outlet(rate_hz, on_first_sound)
        self.rate_hz = rate_hz
        self.aborted = False
        self.heard = b""

    def push(self, pcm: bytes) -> None:
        self._outlet.push(pcm)

    def end(self) -> None:
        self._outlet.end()

    def abort(self) -> None:
        self.aborted = True
        self._outlet.abort()

    def lose(self) -> None:
        self._outlet.lose()

    def set_gain(self, gain: float) -> None:
        self._outlet.gain = gain

    async def drained(self) -> None:
        await self._outlet.wait()

    @property
    def starved_times(self) -> int:
        return self._outlet.starved_times

    @property
    def played_bytes(self) -> int:
        return self._outlet.played_bytes

    @property
    def waiting_bytes(self) -> int:
        """What was pushed and not taken."""
        return len(self._outlet._jitter._queue)

    @property
    def gain(self) -> float:
        """The loudness that it goes to."""
        return self._outlet.gain

    def play(self, seconds: float) -> None:
        """The device takes so much."""
        self.heard += self._outlet.pull(round(seconds * self.rate_hz) * 2)


class FakeSpeaker:
    """Plays everything at once as soon as the loop turns, unless told to wait for the test."""

    def __init__(self, *, by_hand: bool = False) -> None:
        self.streams: list[FakeStream] = []
        self.by_hand = by_hand
        self.failure: Failure | None = None
        self._loop = asyncio.get_running_loop()

    def open(
        self,
        rate_hz: int,
        on_first_sound: Callable[[], None],
        first: bytes = b"",
        gain: float = 1.0,
    ) -> FakeStream:
        if self.failure:
            raise AudioError(self.failure, "fake")
        stream = FakeStream(rate_hz, on_first_sound)
        stream.set_gain(gain)
        stream.push(first)
        self.streams.append(stream)
        if not self.by_hand:
            self._loop.call_soon_threadsafe(self._keep_playing, stream)
        return stream

    def _keep_playing(self, stream: FakeStream) -> None:
        stream.play(0.5)
        if not stream._outlet.over:
            self._loop.call_later(0.001, self._keep_playing, stream)


class FakeSynthesizer:
    """Says a sentence as a tone of a tenth of a second a chunk."""

    id = "fake"
    rate_hz = 24_000

    def __init__(self, chunks: int = 3) -> None:
        self.chunks = chunks
        self.asked: list[str] = []
        self.failures: dict[str, CompanionError] = {}
        self.warm_up_error: CompanionError | None = None
        self.closed_early: list[str] = []
        self.hangs_on = ""
        self.is_hanging = False

    async def warm_up(self) -> None:
        if self.warm_up_error:
            raise self.warm_up_error

    async def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        self.asked.append(request.text)
        if error := self.failures.get(request.text):
            raise error
        try:
            for _ in range(self.chunks):
                yield sine(0.1, rate_hz=self.rate_hz)
                if request.text == self.hangs_on:
                    self.is_hanging = True
                    await asyncio.Event().wait()
        except (GeneratorExit, asyncio.CancelledError):
            self.closed_early.append(request.text)
            raise

    async def close(self) -> None: ...


@dataclass
class MouthLog:
    """Keeps what one narration reports, in order."""

    events: list[tuple[str, Any]] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    heard: int = 0

    def first_audio(self, at: float) -> None:
        self.events.append(("first_audio", at))

    def first_sound(self, at: float) -> None:
        self.events.append(("first_sound", at))

    def sentence(self, index: int, text: str) -> None:
        self.events.append(("sentence", (index, text)))

    def finished(self, *, heard_all: bool, sentences: int = 0) -> None:
        self.heard = sentences
        self.events.append(("finished", heard_all))
        self.over.set()

    def failed(self, failure: Failure, detail: str) -> None:
        self.events.append(("failed", failure))

    def named(self, name: str) -> list[Any]:
        """What was reported under a name."""
        return [value for key, value in self.events if key == name]


class FakePortAudio:
    """Stands in for `PortAudio` and for the module behind it."""

    class PortAudioError(Exception):
        """As sounddevice's."""

    class CallbackStop(Exception):  # noqa: N818 - the name is sounddevice's
        """As sounddevice's."""

    def __init__(self) -> None:
        self.streams: list[FakeRawStream] = []
        self.refuses: Callable[[dict[str, Any]], bool] = lambda options: False
        self.own = {
            "max_input_channels": 2,
            "max_output_channels": 2,
            "default_samplerate": 48_000.0,
        }
        self.listed: list[dict[str, Any]] = []
        self.open_streams = 0
        self.refreshes = 0
        self.door = threading.Lock()

    def library(self) -> Any:
        return self

    def device(self, kind: Any, preferred: Any) -> int | None:
        return chosen(self.listed, kind, preferred)

    def count(self, change: int) -> None:
        self.open_streams += change

    def refresh(self) -> bool:
        self.refreshes += 1
        return True

    def query_devices(self, device: Any = None, kind: str = "") -> Any:
        return self.own if kind else self.listed

    def RawInputStream(self, **options: Any) -> FakeRawStream:  # noqa: N802
        return self._stream(options)

    def RawOutputStream(self, **options: Any) -> FakeRawStream:  # noqa: N802
        return self._stream(options)

    def _stream(self, options: dict[str, Any]) -> FakeRawStream:
        if self.refuses(options):
            raise self.PortAudioError("Invalid sample rate")
        stream = FakeRawStream(self, options)
        self.streams.append(stream)
        return stream


class FakeRawStream:
    """A raw stream whose callbacks the test calls."""

    def __init__(self, library: FakePortAudio, options: dict[str, Any]) -> None:
        self._library = library
        self.options = options
        self.is_closed = False

    def start(self) -> None: ...

    def abort(self, *, ignore_errors: bool = True) -> None:
        self.options["finished_callback"]()

    def close(self, *, ignore_errors: bool = True) -> None:
        self.is_closed = True

    def deliver(self, data: bytes) -> None:
        """The device hands in what it recorded."""
        frames = len(data) // 2 // self.options["channels"]
        self.options["callback"](data, frames, None, None)

    def take(self, frames: int) -> bytes:
        """The device asks for sound."""
        out = bytearray(frames * 2 * self.options["channels"])
        status = SimpleNamespace(output_underflow=False)
        try:
            self.options["callback"](memoryview(out), frames, None, status)
        except self._library.CallbackStop:
            self.options["finished_callback"]()
        return bytes(out)

    def vanish(self) -> None:
        """The device goes away."""
        self.options["finished_callback"]()
