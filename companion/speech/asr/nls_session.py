"""One utterance over the NLS gateway, without socket or clock: the caller brings both.

After every call, write what `data_to_send()` returns and handle what `events()` returns; call
`tick()` at `wake_at()`. Times are seconds of the caller's monotonic clock.
"""

from __future__ import annotations

import enum
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from companion.speech.asr.nls_failures import task_failed
from companion.speech.asr.nls_messages import NlsEvent, read_event, start_message, stop_message
from companion.speech.asr.nls_pace import AudioPace
from companion.speech.events import TranscriptChunk
from companion.support.errors import Failure, RecognitionError

STARTED_TIMEOUT_S = 10.0
COMPLETED_TIMEOUT_S = 10.0

Frame = str | bytes


@dataclass(frozen=True, slots=True)
class Heard:
    """The final words; not empty."""

    text: str
    confidence: float


Event = TranscriptChunk | Heard | RecognitionError


class _Phase(enum.Enum):
    UNOPENED = enum.auto()
    STARTING = enum.auto()
    STREAMING = enum.auto()
    STOPPING = enum.auto()
    DONE = enum.auto()


class NlsSession:
    """The client's half of one utterance: Start, paced sound, Stop, the words.

    Exactly one `Heard` or `RecognitionError` ends it; what comes after is ignored.
    """

    def __init__(self, app_key: str, new_id: Callable[[], str] = lambda: uuid.uuid4().hex) -> None:
        self._app_key = app_key
        self._new_id = new_id
        self._task_id = new_id()
        self._phase = _Phase.UNOPENED
        self._pace = AudioPace()
        self._deadline: float | None = None
        self._outbox: list[Frame] = []
        self._events: list[Event] = []
        self._handlers: dict[str, Callable[[NlsEvent, float], None]] = {
            "RecognitionStarted": self._started,
            "RecognitionResultChanged": self._changed,
            "RecognitionCompleted": self._completed,
            "TaskFailed": self._task_failed,
        }

    @property
    def is_done(self) -> bool:
        """Whether the outcome is known."""
        return self._phase is _Phase.DONE

    @property
    def is_silent(self) -> bool:
        """Whether no sound was taken yet."""
        return self._pace.is_untouched

    def add_audio(self, pcm: bytes, now: float) -> None:
        """Take captured sound; it is kept until the gateway wants it. 58 s is all it may be."""
        self._pace.add(pcm)
        self.tick(now)

    def end_audio(self, now: float) -> None:
        """The key went up: Stop follows the last sound."""
        self._pace.end()
        self.tick(now)

    def opened(self, now: float) -> None:
        """The socket is open: queue Start, which is what is paid for."""
        self._phase = _Phase.STARTING
        self._outbox.append(start_message(self._app_key, self._task_id, self._new_id()))
        self._deadline = now + STARTED_TIMEOUT_S

    def receive(self, frame: str, now: float) -> None:
        """Take a text frame; unknown events, and those of other utterances, pass."""
        try:
            event = read_event(frame)
        except RecognitionError as error:
            self._end(error)
            return
        handler = self._handlers.get(event.name)
        if handler and not self.is_done and event.task_id in ("", self._task_id):
            handler(event, now)
            self.tick(now)

    def lose_connection(self, failure: Failure, detail: str) -> None:
        """The socket ended before the words came."""
        self._end(RecognitionError(failure, detail))

    def tick(self, now: float) -> None:
        """Send what the pace allows; give up when a deadline has passed."""
        if self._deadline is not None and now >= self._deadline:
            waited_for = "Started" if self._phase is _Phase.STARTING else "Completed"
            self._end(RecognitionError(Failure.SPEECH_SILENT, f"no Recognition{waited_for}"))
        if self._phase is _Phase.STREAMING:
            self._outbox += self._pace.due(now)
            if self._pace.is_finished:
                self._stop(now)

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

    def _stop(self, now: float) -> None:
        self._phase = _Phase.STOPPING
        self._outbox.append(stop_message(self._app_key, self._task_id, self._new_id()))
        self._deadline = now + COMPLETED_TIMEOUT_S

    def _started(self, event: NlsEvent, now: float) -> None:
        if self._phase is _Phase.STARTING:
            self._phase = _Phase.STREAMING
            self._deadline = None
            self._pace.begin(now)

    def _changed(self, event: NlsEvent, now: float) -> None:
        if event.result:
            self._events.append(TranscriptChunk(event.result))

    def _completed(self, event: NlsEvent, now: float) -> None:
        if words := event.result.strip():
            self._end(Heard(words, event.confidence))
        else:
            self._end(RecognitionError(Failure.NOTHING_HEARD, "an empty result"))

    def _task_failed(self, event: NlsEvent, now: float) -> None:
        self._end(task_failed(event.status, event.status_text))

    def _end(self, outcome: Heard | RecognitionError) -> None:
        if not self.is_done:
            self._phase = _Phase.DONE
            self._deadline = None
            self._outbox.clear()
            self._events.append(outcome)
