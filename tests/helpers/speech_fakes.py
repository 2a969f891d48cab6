"""Ears and a mouth that tests lead by the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.speech.ears import EarPhase, EarsEvents, Utterance
from companion.speech.events import Transcribe, Transcript
from companion.speech.lanes import Lane, overlaps
from companion.speech.mouth import MouthEvents
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure


class FakeEars:
    """Reports exactly once a press, as real ears do; words come when the test says them."""

    def __init__(self, events: EarsEvents, clock: Clock) -> None:
        self._events = events
        self._clock = clock
        self.requests: list[Transcribe] = []
        self.is_open = False
        self.is_recognising = False
        self.is_started = False
        self.is_at_limit = False
        self.is_deaf = False
        """Ears that take a press and never report: what deadlines are for."""

    async def start(self) -> None:
        self.is_started = True
        self._events.ear_loaded("fake en")
        self._events.ear_open()

    def press(self, request: Transcribe) -> None:
        if self.is_open or self.is_recognising:
            self._end()
            self._events.ear_failed(Failure.CANCELLED, "")
        self.requests.append(request)
        self.is_open = True
        if not self.is_deaf:
            self._events.ear_phase(EarPhase.LISTENING)

    def release(self) -> None:
        if self.is_open:
            self.is_open, self.is_recognising = False, True
            if not self.is_deaf:
                self._events.ear_phase(EarPhase.RECOGNISING)

    def cancel(self) -> None:
        if self.is_open or self.is_recognising:
            self._end()
            self._events.ear_failed(Failure.CANCELLED, "")

    async def stop(self) -> None:
        self.is_started = False

    def say(self, text: str, confidence: float = 1.0, language: str = "en") -> bool:
        """Recognise words, if an utterance waits for some."""
        if not self.is_recognising:
            return False
        now = self._clock.monotonic()
        self._end()
        transcript = Transcript(text, language, confidence)
        self._events.ear_utterance(Utterance(transcript, 1.2, now, now, now, self.is_at_limit))
        return True

    def fail(self, failure: Failure) -> None:
        """End the utterance without words."""
        if self.is_recognising or self.is_open:
            self._end()
            self._events.ear_failed(failure, "")

    def _end(self) -> None:
        self.is_open = self.is_recognising = False
        self._events.ear_phase(EarPhase.IDLE)


@dataclass
class Narration:
    """One `say` of a fake mouth."""

    sentences: tuple[str, ...]
    events: MouthEvents
    lane: Lane = Lane.REPLY
    who: str = ""
    is_over: bool = False
    heard: int = 0


@dataclass
class FakeMouth:
    """Says nothing by itself: the test lets sentences be heard.

    Attributes:
        fault: Raised by `start`.
        silenced: How often it was told to be silent.
    """

    clock: Clock
    fault: CompanionError | None = None
    said: list[Narration] = field(default_factory=list)
    silenced: int = 0
    language: str = ""
    volume: int = -1
    lane_volumes: dict[Lane, int] = field(default_factory=dict)
    sounds: dict[str, str] = field(default_factory=dict)

    async def start(self) -> None:
        if self.fault:
            raise self.fault

    def say(
        self,
        sentences: Sequence[str],
        language: str,
        events: MouthEvents,
        lane: Lane = Lane.REPLY,
        who: str = "",
    ) -> None:
        if not (len(self.speaking) == 1 and overlaps(lane, self.speaking[0].lane)):
            self._end_all()
        self.language = language
        self.said.append(Narration(tuple(sentences), events, lane, who))

    def pronounce(self, sounds: Mapping[str, str]) -> None:
        self.sounds = dict(sounds)

    def set_volume(self, volume: int, lanes: Mapping[Lane, int]) -> None:
        self.volume, self.lane_volumes = volume, dict(lanes)

    def end(self, *events: MouthEvents) -> None:
        for said in [said for said in self.speaking if said.events in events]:
            self._end(said, heard_all=False)

    def silence(self) -> None:
        self.silenced += 1
        self._end_all()

    async def stop(self) -> None:
        self.silence()

    @property
    def speaking(self) -> list[Narration]:
        """What is being said; the last one is above the others."""
        return [said for said in self.said if not said.is_over]

    @property
    def is_speaking(self) -> bool:
        return bool(self.speaking)

    @property
    def words(self) -> tuple[str, ...]:
        """What was said last."""
        return self.said[-1].sentences if self.said else ()

    def begin(self) -> None:
        """Let the first sentence be heard."""
        if self.is_speaking:
            now, events = self.clock.monotonic(), self.speaking[-1].events
            events.first_audio(now)
            events.first_sound(now)
            events.sentence(0, self.speaking[-1].sentences[0])

    def hear(self, sentences: int) -> None:
        """Let so many sentences be heard from beginning to end."""
        self.said[-1].heard = sentences

    def finish(self) -> None:
        """Let what is heard above all be heard to its end."""
        if self.is_speaking:
            self._end(self.speaking[-1], heard_all=True)

    def fail(self, failure: Failure) -> None:
        """Break off with a reason."""
        if self.is_speaking:
            said = self.speaking[-1]
            said.events.failed(failure, "")
            self._end(said, heard_all=False)

    def _end_all(self) -> None:
        for said in self.speaking:
            self._end(said, heard_all=False)

    def _end(self, said: Narration, *, heard_all: bool) -> None:
        said.is_over = True
        heard = len(said.sentences) if heard_all else said.heard
        said.events.finished(heard_all=heard_all, sentences=heard)
