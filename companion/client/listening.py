"""The ears' side of a turn: one hold of the talk key, from press to words or a reason.

Ears report exactly once for each press. Each phase has a deadline all the same: ears that fall
silent are told to give up, and the next press finds everything as new.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.client.events import EarsMoved, WordsHeard
from companion.client.scheduler import Scheduler, Watch
from companion.client.store import Store
from companion.protocol.cards.ref import CardRef
from companion.speech.ears import MAX_UTTERANCE_S, READY_S, EarPhase, Ears, Utterance
from companion.speech.events import Transcribe
from companion.support.clock import Clock
from companion.support.errors import Failure

READY_DEADLINE_S = READY_S + 2.0
"""A microphone that delivers nothing for this long after the key went down is lost; the ears say
so by themselves before this."""
LISTEN_DEADLINE_S = MAX_UTTERANCE_S + 4.0
"""The ears end an utterance by themselves before this."""
RECOGNISE_DEADLINE_S = 30.0
LOAD_DEADLINE_S = 60.0
"""More than that while the recogniser is still being loaded."""
COUNTDOWN_S = 0.5
"""How often the seconds left are shown anew."""


@dataclass(frozen=True, slots=True)
class Hold:
    """One hold of the key and what it belongs to.

    Attributes:
        owner: The card in front when the key went down; the words are meant for it.
        connection: Which connection it began on, counted by losses.
    """

    owner: CardRef | None
    connection: int


class Listening:
    """Guards the ears and implements `EarsEvents`. Loop thread only.

    Attributes:
        hold: The hold whose words are still to come.
        is_down: Whether the key counts as down: until its release, or until no hold is that long.
        on_heard: Told the words of a hold.
        on_failed: Told that a hold gave none, with the hold; without one the ears themselves fail.
        on_level: Told the loudness in dBFS.
        on_loaded: Told the words that name the recogniser, once it is usable.
        on_open: Told that the microphone delivers.
        on_voice: Told that somebody began to speak without a key, or has ended.
        on_free: Told when neither key nor recogniser keeps the voice silent any more.
    """

    def __init__(
        self, make_ears: Callable[[Listening], Ears], store: Store, clock: Clock, timer: Scheduler
    ) -> None:
        self._store = store
        self._clock = clock
        self._deadline = Watch(timer)
        self._countdown = Watch(timer)
        self._began = 0.0
        self._superseded = 0
        self._is_loaded = False
        self._is_hands_free = False
        self.on_voice: Callable[[bool], None] = lambda is_speaking: None
        self.hold: Hold | None = None
        self.is_down = False
        self.on_heard: Callable[[Utterance, Hold], None] = lambda utterance, hold: None
        self.on_failed: Callable[[Failure, str, Hold | None], None] = lambda *_: None
        self.on_level: Callable[[float], None] = lambda dbfs: None
        self.on_loaded: Callable[[str], None] = lambda words: None
        self.on_open: Callable[[], None] = lambda: None
        self.on_free: Callable[[], None] = lambda: None
        self.ears = make_ears(self)

    @property
    def is_busy(self) -> bool:
        """Whether the key is down or words are still to come."""
        return self.is_down or self.hold is not None

    def press(self, request: Transcribe, hold: Hold) -> None:
        """The key went down; an utterance under way is thrown away."""
        self._is_hands_free = self._is_hands_free and not self.is_down
        if self.hold is not None:
            self._superseded += 1
        self.is_down, self.hold = True, hold
        self._deadline.set(READY_DEADLINE_S, lambda: self._give_up(Failure.MICROPHONE_LOST))
        self._store.dispatch(EarsMoved(EarPhase.GETTING_READY))
        self.ears.press(request)

    def release(self) -> None:
        """The key went up."""
        if not self.is_down:
            return
        self.is_down = False
        if self.hold is not None:
            self._await_words()
        else:
            self._deadline.clear()
        self.ears.release()
        if not self.is_busy:
            self.on_free()

    def cancel(self) -> None:
        """Throw the utterance away; it fails with CANCELLED at once."""
        if self.hold is not None:
            self._give_up(Failure.CANCELLED)

    def ear_phase(self, phase: EarPhase) -> None:
        """Show what the ears do."""
        if self.hold is None:
            return
        if phase is EarPhase.LISTENING:
            self._began = self._clock.monotonic()
            self._deadline.set(LISTEN_DEADLINE_S, self._end_of_utterance)
            self._count_down()
        elif phase is EarPhase.RECOGNISING:
            self._await_words()
            self._countdown.clear()
            self.is_down = False  # where the limit ended it, the release may never come
            self._store.dispatch(EarsMoved(phase))
        elif phase is EarPhase.GETTING_READY:
            self._store.dispatch(EarsMoved(phase))

    def ear_level(self, dbfs: float) -> None:
        """Pass the loudness on."""
        self.on_level(dbfs)

    def ear_words(self, text: str) -> None:
        """Show the words so far."""
        if self.hold is not None:
            self._store.dispatch(WordsHeard(text))

    def ear_utterance(self, utterance: Utterance) -> None:
        """Take the words of the hold."""
        with self._store.one_change():
            if (hold := self._end()) is not None:
                self.on_heard(utterance, hold)
                self._free()

    def ear_failed(self, failure: Failure, detail: str) -> None:
        """Take the reason why there are none."""
        if failure is Failure.CANCELLED and self._superseded:
            self._superseded -= 1
            return
        if self.hold is not None or failure is not Failure.CANCELLED:
            self._fail(failure, detail)

    def ear_trouble(self, failure: Failure, detail: str) -> None:
        """Pass on that the ears are not usable; words of a hold may be on their way already."""
        self._is_loaded = True  # there is nothing to wait for
        self.on_failed(failure, detail, None)

    def ear_voice(self, *, is_speaking: bool) -> None:
        """Pass on that somebody speaks without a key; a held key decides alone."""
        if is_speaking and not self.is_busy:
            self._is_hands_free = True
            self.on_voice(True)
        elif not is_speaking and self._is_hands_free:
            self._is_hands_free = False
            self.on_voice(False)

    def ear_loaded(self, words: str) -> None:
        """Pass on that the recogniser is usable."""
        self._is_loaded = True
        self.on_loaded(words)

    def ear_open(self) -> None:
        """Pass on that the microphone delivers."""
        self.on_open()

    def stop(self) -> None:
        """Forget the hold and its deadlines."""
        self.is_down = False
        self._end()

    def _end(self) -> Hold | None:
        hold, self.hold = self.hold, None
        self._superseded = 0
        self._deadline.clear()
        self._countdown.clear()
        if self.is_down:  # a release that does not come must not keep the voice silent for ever
            self._deadline.set(MAX_UTTERANCE_S, self.release)
        if hold is not None:
            self._store.dispatch(EarsMoved(EarPhase.IDLE))
        return hold

    def _free(self) -> None:
        if not self.is_busy:
            self.on_free()

    def _give_up(self, failure: Failure) -> None:
        self._fail(failure, "")
        self.ears.cancel()

    def _fail(self, failure: Failure, detail: str) -> None:
        with self._store.one_change():
            self.on_failed(failure, detail, self._end())
            self._free()

    def _end_of_utterance(self) -> None:
        self.is_down = False
        self._await_words()
        self.ears.release()

    def _await_words(self) -> None:
        patience_s = RECOGNISE_DEADLINE_S + (0.0 if self._is_loaded else LOAD_DEADLINE_S)
        self._deadline.set(patience_s, lambda: self._give_up(Failure.SPEECH_SILENT))

    def _count_down(self) -> None:
        left = max(0.0, MAX_UTTERANCE_S - (self._clock.monotonic() - self._began))
        self._store.dispatch(EarsMoved(EarPhase.LISTENING, round(left, 1)))
        self._countdown.set(COUNTDOWN_S, self._count_down)
