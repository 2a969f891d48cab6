"""The sound of one narration on its way to the speaker, and where its sentences are in it."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.speech.audio.devices import Speaker, SpeakerStream
from companion.speech.audio.format import SAMPLE_BYTES, bytes_of
from companion.support.errors import AudioError, Failure
from companion.support.loops import patiently

OPEN_DEADLINE_S = 5.0
"""Longest wait for a device to open."""
ROUNDING_S = 0.02
"""A sentence counts as heard when no more than this is missing: rates are converted."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a sentence begins in the stream of sound.

    Attributes:
        at: Bytes before it.
    """

    index: int
    text: str
    at: int


class Track:
    """One stretch of sound. Lives on the loop; `silence` may come from any thread."""

    def __init__(self, speaker: Speaker, rate_hz: int, on_first_sound: Callable[[], None]) -> None:
        """Store what is given; nothing is opened.

        Args:
            speaker: Where it goes.
            rate_hz: Of the sound; mono s16le.
            on_first_sound: Called on the device's thread with the first block that is no silence.
        """
        self._speaker = speaker
        self._rate_hz = rate_hz
        self._on_first_sound = on_first_sound
        self._lock = threading.Lock()
        self._gain = 1.0
        self._unwanted = False
        self._stream: SpeakerStream | None = None
        self._marks: deque[Mark] = deque()
        self._ends: list[int] = []
        self._pushed = 0

    @property
    def is_open(self) -> bool:
        """Whether the device has taken the first chunk."""
        return self._stream is not None

    @property
    def played_bytes(self) -> int:
        """What the device took so far."""
        return self._stream.played_bytes if self._stream else 0

    @property
    def waiting_s(self) -> float:
        """Sound that the device has not taken yet."""
        return max(0, self._pushed - self.played_bytes) / (SAMPLE_BYTES * self._rate_hz)

    @property
    def sentences_heard(self) -> int:
        """How many sentences the device took to their last sample."""
        played = self.played_bytes
        reached = played + bytes_of(ROUNDING_S, self._rate_hz)
        return sum(end <= reached for end in self._ends) if played else 0

    @property
    def all_begun(self) -> bool:
        """Whether every sentence so far has begun to be heard."""
        return not self._marks

    @property
    def starved_times(self) -> int:
        """How often sound came late."""
        return self._stream.starved_times if self._stream else 0

    def begin(self, index: int, text: str) -> None:
        """A sentence begins with the next sound."""
        self._marks.append(Mark(index, text, self._pushed))

    def end(self) -> None:
        """A sentence has ended with the last sound."""
        self._ends.append(self._pushed)

    def begun(self) -> list[Mark]:
        """Sentences that have begun to be heard since the last call."""
        found = []
        while self._marks and self._stream and self._stream.played_bytes > self._marks[0].at:
            found.append(self._marks.popleft())
        return found

    async def open(self, chunk: bytes) -> None:
        """Open the speaker on a thread: a sound server that hangs must not hold up the loop.

        Raises:
            AudioError: Why it does not open.
        """
        self._pushed += len(chunk)
        try:
            async with asyncio.timeout(OPEN_DEADLINE_S):
                await patiently(lambda: self._take_stream(chunk), "speaker opens")
        except TimeoutError as error:
            raise AudioError(Failure.SPEAKER_LOST, "the device does not open") from error

    def push(self, pcm: bytes) -> None:
        """Queue sound; before the device is open there is nowhere to put it."""
        if self._stream:
            self._stream.push(pcm)
            self._pushed += len(pcm)

    def set_gain(self, gain: float) -> None:
        """Make it louder or quieter; 0 to 1."""
        with self._lock:
            self._gain = gain
            if self._stream:
                self._stream.set_gain(gain)

    def silence(self) -> None:
        """Be silent now, also when the device opens later. Any thread."""
        with self._lock:
            self._unwanted = True
            stream = self._stream
        if stream:
            stream.abort()

    async def drained(self) -> None:
        """No more sound comes: return when the last of it was heard.

        Raises:
            AudioError: SPEAKER_LOST.
        """
        if self._stream:
            self._stream.end()
            await self._stream.drained()

    def _take_stream(self, chunk: bytes) -> None:
        """On a thread; a stream that comes when nobody wants it any more is closed again."""
        stream = self._speaker.open(self._rate_hz, self._on_first_sound, chunk, self._gain)
        with self._lock:
            self._stream = stream
            stream.set_gain(self._gain)
            unwanted = self._unwanted
        if unwanted:
            stream.abort()
