"""The ears: warm microphone, push-to-talk and recogniser, put together. Implements `Ears`."""

from __future__ import annotations

import asyncio
import logging
from typing import assert_never

from companion.speech.asr.hearing import Hearing
from companion.speech.asr.push_to_talk import PushToTalk
from companion.speech.asr.recognizer import Recognizer
from companion.speech.asr.talk_events import (
    Closed,
    Dropped,
    Event,
    Opened,
    PhaseChanged,
    Sound,
)
from companion.speech.asr.under_way import UnderWay
from companion.speech.audio.devices import Microphone
from companion.speech.audio.keeper import MicrophoneKeeper
from companion.speech.audio.level import level_dbfs
from companion.speech.ears import EarPhase, EarsEvents
from companion.speech.events import Transcribe, Transcript
from companion.speech.hands_free import HandsFree
from companion.speech.vad import Turn
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure, RecognitionError
from companion.support.loops import spawn
from companion.support.settings import Capture

logger = logging.getLogger(__name__)

TICK_S = 0.02


class Listener:
    """Ears over one microphone and one recogniser. Lives on the loop."""

    def __init__(
        self,
        events: EarsEvents,
        microphone: Microphone,
        recognizer: Recognizer,
        clock: Clock,
        capture: Capture = Capture.WARM,
        hands_free: HandsFree | None = None,
    ) -> None:
        """Store the parts; nothing is opened yet.

        Args:
            events: Told what is heard.
            microphone: Where sound comes from.
            recognizer: Turns it into words.
            clock: Times of utterances are its monotonic seconds.
            capture: Whether the microphone stays open between presses.
            hands_free: Notices speech without a key, where the player wants that.
        """
        self._hands_free = hands_free
        self._events = events
        self._recognizer = recognizer
        self._clock = clock
        self._capture = capture
        self._machine = PushToTalk()
        self._keeper = MicrophoneKeeper(microphone, self, self._is_busy)
        self._request = Transcribe()
        self._under_way = UnderWay()
        self._phase = EarPhase.IDLE
        self._ticker: asyncio.Task[None] | None = None
        self._pressed = asyncio.Event()
        self._loaded = asyncio.Event()

    async def start(self) -> None:
        """Open the microphone (when it is to be warm) and load the recogniser."""
        self._ticker = spawn(self._tick_forever(), "push-to-talk clock")
        if self._capture is Capture.WARM:
            self._keeper.open()
        else:
            self._events.ear_open()
        begun = self._clock.monotonic()
        try:
            await self._recognizer.warm_up()
        except CompanionError as error:
            self._loaded.set()  # there is nothing to wait for
            self._events.ear_trouble(error.failure, error.detail)
            return
        self._loaded.set()
        took_ms = (self._clock.monotonic() - begun) * 1000
        logger.info("recogniser %s loaded after %.0f ms", self._recognizer.id, took_ms)
        self._events.ear_loaded(self._recognizer.id)

    def press(self, request: Transcribe) -> None:
        """The key went down; an utterance under way is cancelled first."""
        now = self._clock.monotonic()
        if self._under_way.is_there and not self._machine.is_open:
            self._end_with(Failure.CANCELLED, "a new press")
        self._request = request
        self._keeper.open()
        self._keeper.hurry()
        self._machine.press(now)
        self._pressed.set()
        self._work()

    def renew(self) -> None:
        """The key is still down; whoever calls this once must go on (`push_to_talk.LEASE_S`)."""
        self._machine.renew(self._clock.monotonic())

    def release(self) -> None:
        """The key went up: recognise what was heard."""
        self._machine.release(self._clock.monotonic())
        self._work()

    def cancel(self) -> None:
        """Throw the utterance away, also one being recognised."""
        if self._machine.is_open:
            self._machine.cancel(self._clock.monotonic())
            self._work()
        elif self._under_way.is_there:
            self._end_with(Failure.CANCELLED, "")

    async def stop(self) -> None:
        """Close everything; an utterance under way ends as cancelled."""
        self.cancel()
        if self._ticker:
            self._ticker.cancel()
        await self._keeper.end()
        await self._recognizer.close()

    # What the keeper reports.

    def microphone_block(self, pcm: bytes) -> None:
        """20 ms of sound."""
        turns: list[Turn] = []
        if self._hands_free:
            pcm, turns = self._hands_free.feed(pcm)
        self._machine.block(pcm, self._clock.monotonic())
        self._work()
        if self._phase is EarPhase.LISTENING:
            self._events.ear_level(level_dbfs(pcm))
        for turn in turns:
            self._events.ear_voice(is_speaking=turn is Turn.BEGAN)

    def microphone_trouble(self, failure: Failure, detail: str) -> None:
        """The microphone is missing or silent. An utterance under way notices when blocks stop."""
        if self._machine.has_signal:
            return
        if self._machine.is_open:
            self._machine.lose(failure)
            self._work()
        else:
            self._events.ear_trouble(failure, detail)

    def microphone_back(self) -> None:
        """There is sound."""
        self._events.ear_open()

    def _is_busy(self) -> bool:
        return self._machine.is_open

    async def _tick_forever(self) -> None:
        """Tell the machine the time while a press is under way; the computer may sleep else."""
        while True:
            await self._pressed.wait()
            await asyncio.sleep(TICK_S)
            self._machine.tick(self._clock.monotonic())
            self._work()
            if not self._machine.is_open:
                self._pressed.clear()

    def _work(self) -> None:
        """Act on what the machine found; a failure over one event stops neither others nor time."""
        for event in self._machine.events():
            try:
                self._handle(event)
            except Exception:
                logger.exception("%s of the talk key not handled", type(event).__name__)

    def _handle(self, event: Event) -> None:
        match event:
            case PhaseChanged():
                self._show(event.phase)
            case Opened():
                words, done = self._events.ear_words, self._done
                hearing = Hearing(self._recognizer, self._request, self._loaded, words, done)
                self._under_way.open(hearing)
            case Sound():
                self._under_way.sound(event.pcm, self._clock.monotonic())
            case Closed():
                self._complete(event)
            case Dropped():
                self._drop(event.failure)
            case _:
                assert_never(event)

    def _drop(self, failure: Failure) -> None:
        """The press came to nothing; where there is no microphone, that is the cause."""
        cause = self._keeper.failure
        if cause and failure in (Failure.MICROPHONE_LOST, Failure.MICROPHONE_NOT_OPEN, cause):
            self._keeper.hurry()  # nobody talks any more: it may be opened anew before the next
            self._end_with(cause, self._keeper.detail)
        else:
            self._end_with(failure, "")

    def _complete(self, closed: Closed) -> None:
        self._close_if_private()
        if self._under_way.is_there:
            self._show(EarPhase.RECOGNISING)
        self._under_way.close(closed)

    def _done(self, outcome: Transcript | CompanionError) -> None:
        """The recogniser is done; a failure may come before the key went up."""
        if isinstance(outcome, CompanionError):
            self._end_early(outcome)
            return
        utterance = self._under_way.utterance(outcome, self._clock.monotonic())
        if utterance is None:
            self._end_early(RecognitionError(Failure.SPEECH_TRUNCATED, "words before key-up"))
            return
        self._forget()
        self._events.ear_utterance(utterance)

    def _end_early(self, error: CompanionError) -> None:
        if self._machine.is_open:
            self._machine.cancel(self._clock.monotonic())
            self._machine.events()
        if error.failure is Failure.NOTHING_HEARD and self._under_way.is_dead:
            self._keeper.hurry()
            self._end_with(Failure.MICROPHONE_MUTED, "")
        else:
            self._end_with(error.failure, error.detail)

    def _end_with(self, failure: Failure, detail: str) -> None:
        self._under_way.cancel()
        self._forget()
        self._events.ear_failed(failure, detail)

    def _forget(self) -> None:
        self._under_way.forget()
        self._show(EarPhase.IDLE)
        self._close_if_private()

    def _close_if_private(self) -> None:
        if self._capture is Capture.ON_PRESS and self._keeper.is_open:
            self._keeper.close()

    def _show(self, phase: EarPhase) -> None:
        if phase is not self._phase:
            self._phase = phase
            self._events.ear_phase(phase)
