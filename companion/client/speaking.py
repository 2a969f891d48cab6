"""The voice's side of a turn: what may be said now, what waits, what is over.

Nothing is said while the talk key is down or an utterance is being recognised. An answer that comes
then waits and is said when the ears are done, unless a newer one took its place or it grew old.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from companion.client.events import FellSilent, SentenceBegan, VoiceAwaited, VoiceEnded
from companion.client.scheduler import Scheduler, Watch
from companion.client.state import Phase
from companion.client.store import Store
from companion.client.turn import Turn
from companion.protocol.cards.ref import CardRef
from companion.speech.lanes import Lane, Lanes, Line, cuts, named
from companion.speech.mouth import Mouth
from companion.support.clock import Clock
from companion.support.errors import Failure

logger = logging.getLogger(__name__)

SENTENCE_DEADLINE_S = 60.0
"""A voice that reports nothing for this long is given up."""
REASON_S = 10.0
"""How long the strip says why nothing more comes; then it rests and leaves the game alone."""


class Speaking:
    """Guards the mouth. Loop thread only; `Mouth.silence` itself may be called from anywhere.

    Attributes:
        last: Sentences said last, for *repeat*.
        on_over: Told when a turn's voice is over, however it ended.
        on_failed: Told when the voice could not say something.
        on_heard: Told how much of a turn's answer was heard: whole sentences, and whether that was
            all of it.
    """

    def __init__(
        self, mouth: Mouth | None, language: str, store: Store, clock: Clock, scheduler: Scheduler
    ) -> None:
        self._mouth = mouth
        self._language = language
        self._store = store
        self._clock = clock
        self._watch = Watch(scheduler)
        self._reason = Watch(scheduler)
        self._current: _Narration | None = None
        self._waiting: Lanes[_Narration] = Lanes()
        self._is_ready = False
        self._is_hushed = False
        self.last: tuple[str, ...] = ()
        self.on_over: Callable[[Turn], None] = lambda turn: None
        self.on_failed: Callable[[Failure, str], None] = lambda failure, detail: None
        self.on_heard: Callable[[Turn, int, bool], None] = lambda turn, sentences, whole: None

    @property
    def is_busy(self) -> bool:
        """Whether something is being said or waits to be."""
        return self._current is not None or bool(self._waiting)

    def say(
        self,
        sentences: tuple[str, ...],
        turn: Turn | None,
        card: CardRef | None,
        lane: Lane = Lane.REPLY,
    ) -> None:
        """Say sentences when their lane allows it (`speech/lanes.py`).

        Args:
            sentences: Made for the ear.
            turn: The turn they answer, over when they are; None for what is said unasked.
            card: The card they belong to: they end with it.
            lane: Who speaks.
        """
        if self._current is not None and cuts(lane, self._current.lane):
            self._cut()
        if lane is Lane.REPLY:
            self._forget(lambda line: line.lane is Lane.REPLY)
        if self._mouth is None or not sentences:
            self.end(turn)
            self._go_on()
            return
        if turn is not None:
            turn.spoken = sentences
        now = self._clock.monotonic()
        narration = _Narration(self, sentences, turn, card, lane)
        self._over(self._waiting.put(Line(lane, str(card.id) if card else "", narration, now), now))
        self._reason.clear()
        self._go_on()

    def set_volume(self, volume: int, lanes: Mapping[str, int]) -> None:
        """Make the voice louder or quieter, also while it speaks; lanes by name, all 0 to 100."""
        if self._mouth is not None:
            self._mouth.set_volume(volume, named(lanes))

    def silence(self) -> None:
        """Be silent now and forget what waits."""
        self._forget(lambda line: True)
        self._cut()

    def make_room(self) -> None:
        """The player says something new: what was said to them ends, notices go on waiting."""
        self._forget(lambda line: line.lane is not Lane.NOTICE and line.lane is not Lane.SYSTEM)
        self._cut()

    def skip(self) -> bool:
        """End what is being said and go on with what waits; whether there was something."""
        was_speaking = self._current is not None
        self._cut()
        self._go_on()
        return was_speaking

    def end(self, turn: Turn | None) -> None:
        """Nothing is said (any more) for a turn: it is over, and the strip tells why."""
        self._store.dispatch(VoiceEnded())
        if turn is None or turn.is_over:
            return
        turn.is_over = True
        if turn.failure is not None:
            self._store.dispatch(FellSilent(turn.failure, turn.detail))
            self._reason.set(REASON_S, self._rest)
        self.on_over(turn)

    def card_gone(self, card: CardRef) -> None:
        """End what is said about a card (CARD-025)."""
        self._forget(lambda line: line.about == str(card.id))
        if self._current and self._current.card and self._current.card.id == card.id:
            self.skip()

    def hush(self) -> None:
        """The key went down: silent until `unhush`; what waits goes on waiting."""
        self._is_hushed = True
        self._cut()

    def unhush(self) -> None:
        """The ears are done."""
        self._is_hushed = False
        self._go_on()

    def ready(self, *, usable: bool) -> None:
        """The mouth has started, or will not."""
        self._is_ready = usable
        logger.info("the voice is %s", "ready" if usable else "not usable")
        if not usable:
            self._mouth = None
            self.silence()
        self._go_on()

    def _go_on(self) -> None:
        """Say what is due, when nothing is being said and something may be."""
        if self._current is not None or not self._waiting:
            return
        self._watch.set(SENTENCE_DEADLINE_S, self._give_up)
        if self._mouth is None or self._is_hushed or not self._is_ready:
            return
        due, old = self._waiting.take(self._clock.monotonic())
        self._over(old)
        if due is not None:
            self._begin(self._mouth, due.what)

    def _begin(self, mouth: Mouth, narration: _Narration) -> None:
        self._current = narration
        self.last = narration.sentences
        self._watch.set(SENTENCE_DEADLINE_S, self._give_up)
        if narration.turn is not None:
            narration.turn.clock.mark("synthesis_asked", self._clock.monotonic())
        self._store.dispatch(VoiceAwaited())
        mouth.say(narration.sentences, self._language, narration, narration.lane)

    def _cut(self) -> None:
        """End what is being said; how much was heard is told by the mouth."""
        self._watch.clear()
        narration, self._current = self._current, None
        if narration is None:
            return
        if self._mouth is not None:
            self._mouth.silence()
        self.end(narration.turn)

    def _forget(self, unwanted: Callable[[Line[_Narration]], bool]) -> None:
        self._over(self._waiting.drop(unwanted))

    def _over(self, lines: list[Line[_Narration]]) -> None:
        for line in lines:
            self.end(line.what.turn)

    def _is_current(self, narration: _Narration) -> bool:
        if narration is self._current:
            self._watch.set(SENTENCE_DEADLINE_S, self._give_up)
            return True
        return False

    def _give_up(self) -> None:
        """The voice reports nothing any more."""
        if self._current is not None:
            self._failed(self._current, Failure.SPEECH_SILENT, "")
        self.silence()

    def _rest(self) -> None:
        if self._store.state.voice.phase is Phase.SILENT:
            self._store.dispatch(VoiceEnded())

    def _began(self, narration: _Narration, text: str) -> None:
        if self._is_current(narration):
            self._store.dispatch(SentenceBegan(text))

    def _finished(self, narration: _Narration, sentences: int) -> None:
        if narration.turn is not None:
            is_whole = sentences == len(narration.sentences)
            self.on_heard(narration.turn, sentences, is_whole)
        if self._is_current(narration):
            self._watch.clear()
            self._current = None
            self.end(narration.turn)
            self._go_on()

    def _failed(self, narration: _Narration, failure: Failure, detail: str) -> None:
        if self._is_current(narration):
            if narration.turn is not None and narration.turn.failure is None:
                narration.turn.failure, narration.turn.detail = failure, detail
            self.on_failed(failure, detail)


class _Narration:
    """The mouth's events of one `say`; those of an older one are not heard."""

    def __init__(
        self,
        speaking: Speaking,
        sentences: tuple[str, ...],
        turn: Turn | None,
        card: CardRef | None,
        lane: Lane,
    ) -> None:
        self._speaking = speaking
        self.lane = lane
        self.sentences = sentences
        self.turn = turn
        self.card = card

    def first_audio(self, at: float) -> None:
        """Note the synthesiser's first chunk."""
        if self.turn is not None:
            self.turn.clock.mark("first_audio", at)

    def first_sound(self, at: float) -> None:
        """Note the first sound."""
        if self.turn is not None:
            self.turn.clock.mark("first_sound", at)

    def sentence(self, index: int, text: str) -> None:
        """Show what is being said."""
        self._speaking._began(self, text)

    def finished(self, *, heard_all: bool, sentences: int = 0) -> None:
        """Tell how much was heard, and end the turn's voice."""
        self._speaking._finished(self, len(self.sentences) if heard_all else sentences)

    def failed(self, failure: Failure, detail: str) -> None:
        """Note why it could not be said."""
        self._speaking._failed(self, failure, detail)
