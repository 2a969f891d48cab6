"""One utterance over a WebSocket, without socket or clock: the caller brings both.

After every call, write what `data_to_send()` returns and handle what `events()` returns; call
`tick()` at `wake_at()`. Times are seconds of the caller's monotonic clock. What a service's
messages look like is a `Dialect`; when which one is due is decided here, the same for all.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.speech.asr.pace import BYTES_PER_S, AudioPace
from companion.speech.events import TranscriptChunk
from companion.speech.ledger.meter import Amount
from companion.support.errors import Failure, RecognitionError

STARTED_TIMEOUT_S = 10.0
COMPLETED_TIMEOUT_S = 10.0

Frame = str | bytes


@dataclass(frozen=True, slots=True)
class Started:
    """The service takes sound from now on."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words so far."""

    text: str


@dataclass(frozen=True, slots=True)
class Final:
    """The words of the end; may be empty."""

    text: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Heard:
    """The final words; not empty."""

    text: str
    confidence: float


Said = Started | Words | Final | RecognitionError
Event = TranscriptChunk | Heard | RecognitionError


class Dialect(Protocol):
    """A service's messages for one utterance; pure, used once."""

    def start(self) -> Sequence[Frame]:
        """What begins the utterance; writing it is what is paid for."""
        ...

    def sound(self, pcm: bytes) -> Frame:
        """A piece of sound of at most 100 ms."""
        ...

    def stop(self) -> Sequence[Frame]:
        """What ends the sound."""
        ...

    def read(self, frame: str) -> Sequence[Said]:
        """What a frame of the service means; nothing for unknown ones.

        Raises:
            RecognitionError: The frame is no message.
        """
        ...

    def used(self) -> Amount | None:
        """What the service reported that it used; None where it says nothing."""
        ...


class _Phase(enum.Enum):
    UNOPENED = enum.auto()
    STARTING = enum.auto()
    STREAMING = enum.auto()
    STOPPING = enum.auto()
    DONE = enum.auto()


class PacedSession:
    """The client's half of one utterance: start, paced sound, stop, the words.

    Exactly one `Heard` or `RecognitionError` ends it; what comes after is ignored.
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._phase = _Phase.UNOPENED
        self._pace = AudioPace()
        self._deadline: float | None = None
        self._outbox: list[Frame] = []
        self._events: list[Event] = []
        self._sent_bytes = 0

    @property
    def is_done(self) -> bool:
        """Whether the outcome is known."""
        return self._phase is _Phase.DONE

    @property
    def is_silent(self) -> bool:
        """Whether no sound was taken yet."""
        return self._pace.is_untouched

    def add_audio(self, pcm: bytes, now: float) -> None:
        """Take captured sound; it is kept until the service wants it. 58 s is all it may be."""
        self._pace.add(pcm)
        self.tick(now)

    def end_audio(self, now: float) -> None:
        """The key went up: the stop follows the last sound."""
        self._pace.end()
        self.tick(now)

    def opened(self, now: float) -> None:
        """The socket is open: queue the start, which is what is paid for."""
        self._phase = _Phase.STARTING
        self._outbox += self._dialect.start()
        self._deadline = now + STARTED_TIMEOUT_S

    def receive(self, frame: str, now: float) -> None:
        """Take a text frame; what the dialect does not know passes."""
        try:
            said = self._dialect.read(frame)
        except RecognitionError as error:
            self._end(error)
            return
        for saying in said:
            if not self.is_done:
                self._take(saying, now)
        self.tick(now)

    def lose_connection(self, failure: Failure, detail: str) -> None:
        """The socket ended before the words came."""
        self._end(RecognitionError(failure, detail))

    def tick(self, now: float) -> None:
        """Send what the pace allows; give up when a deadline has passed."""
        if self._deadline is not None and now >= self._deadline:
            waited_for = "began" if self._phase is _Phase.STARTING else "gave the words"
            self._end(RecognitionError(Failure.SPEECH_SILENT, f"it never {waited_for}"))
        if self._phase is _Phase.STREAMING:
            for pcm in self._pace.due(now):
                self._sent_bytes += len(pcm)
                self._outbox.append(self._dialect.sound(pcm))
            if self._pace.is_finished:
                self._phase = _Phase.STOPPING
                self._outbox += self._dialect.stop()
                self._deadline = now + COMPLETED_TIMEOUT_S

    def wake_at(self) -> float | None:
        """When `tick()` has work to do."""
        pace = self._pace.wake_at() if self._phase is _Phase.STREAMING else None
        return min((t for t in (pace, self._deadline) if t is not None), default=None)

    def data_to_send(self) -> list[Frame]:
        """Take the frames to write, oldest first: text as str, sound as bytes."""
        outbox, self._outbox = self._outbox, []
        return outbox

    def events(self) -> list[Event]:
        """Take what happened, oldest first."""
        events, self._events = self._events, []
        return events

    def used(self) -> Amount:
        """What the utterance used: the service's word, else the sound we sent."""
        return self._dialect.used() or Amount(milliseconds=self._sent_bytes * 1000 // BYTES_PER_S)

    def _take(self, said: Said, now: float) -> None:
        match said:
            case Started() if self._phase is _Phase.STARTING:
                self._phase = _Phase.STREAMING
                self._deadline = None
                self._pace.begin(now)
            case Words(text) if text:
                self._events.append(TranscriptChunk(text))
            case Final(text, confidence) if words := text.strip():
                self._end(Heard(words, confidence))
            case Final():
                self._end(RecognitionError(Failure.NOTHING_HEARD, "an empty result"))
            case RecognitionError():
                self._end(said)

    def _end(self, outcome: Heard | RecognitionError) -> None:
        if not self.is_done:
            self._phase = _Phase.DONE
            self._deadline = None
            self._outbox.clear()
            self._events.append(outcome)
