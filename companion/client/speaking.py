"""The voice's side of a turn: what may be said now, what waits, what is over.

Nothing is said while the talk key is down or an utterance is being recognised. An answer that comes
then waits and is said when the ears are done, unless a newer one took its place or it grew old.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from companion.client.events import FellSilent, SentenceBegan, VoiceAwaited, VoiceEnded
from companion.client.scheduler import Scheduler, Watch
from companion.client.spoken_line import SpokenLine
from companion.client.state import Phase
from companion.client.store import Store
from companion.client.turn import Turn
from companion.protocol.cards.ref import CardRef
from companion.speech.lanes import Lane, Lanes, Line, cuts, named
from companion.speech.mouth import Mouth
from companion.speech.voices.bindings import named_by
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
        self._said: list[SpokenLine] = []
        """What is being said; a second line is above the first, which is lowered."""
        self._waiting: Lanes[SpokenLine] = Lanes()
        self._is_ready = False
        self._is_hushed = False
        self.last: tuple[str, ...] = ()
        self.on_over: Callable[[Turn], None] = lambda turn: None
        self.on_failed: Callable[[Failure, str], None] = lambda failure, detail: None
        self.on_heard: Callable[[Turn, int, bool], None] = lambda turn, sentences, whole: None

    @property
    def is_busy(self) -> bool:
        """Whether something is being said or waits to be."""
        return bool(self._said) or bool(self._waiting)

    def say(
        self,
        sentences: tuple[str, ...],
        turn: Turn | None,
        card: CardRef | None,
        lane: Lane = Lane.REPLY,
        who: str = "",
    ) -> None:
        """Say sentences when their lane allows it (`speech/lanes.py`).

        Args:
            sentences: Made for the ear.
            turn: The turn they answer, over when they are; None for what is said unasked.
            card: The card they belong to: they end with it.
            lane: Who speaks.
            who: The speaker among those of the lane (`speech/voices/bindings.py`).
        """
        self._cut(lambda line: cuts(lane, line.lane))
        if lane is Lane.REPLY:
            self._forget(lambda line: line.lane is Lane.REPLY)
        if self._mouth is None or not sentences:
            self.end(turn)
            self._go_on()
            return
        if turn is not None:
            turn.spoken = sentences
        now = self._clock.monotonic()
        spoken = SpokenLine(self, sentences, turn, card, lane, who)
        self._over(self._waiting.put(Line(lane, spoken.about, spoken, now), now))
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
        """End what is being listened to and go on; whether there was something."""
        above = self._said[-1] if self._said else None
        self._cut(lambda line: line is above)
        self._go_on()
        return above is not None

    def end(self, turn: Turn | None) -> None:
        """Nothing is said (any more) for a turn: it is over, and the strip tells why."""
        if not self._said:
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
        self._cut(lambda line: line.about == str(card.id))
        self._go_on()

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

    def line_begins(self, line: SpokenLine, text: str) -> None:
        """Show what is being said."""
        if self._is_said(line) and line is self._said[-1]:
            self._store.dispatch(SentenceBegan(text, named_by(line.who)))

    def line_ended(self, line: SpokenLine, sentences: int) -> None:
        """Tell how much was heard, and go on with what is below it or waits."""
        if line.turn is not None:
            self.on_heard(line.turn, sentences, sentences == len(line.sentences))
        if self._is_said(line):
            self._said.remove(line)
            self._after(line)
            self._go_on()

    def line_failed(self, line: SpokenLine, failure: Failure, detail: str) -> None:
        """Note why it could not be said."""
        if self._is_said(line):
            if line.turn is not None and line.turn.failure is None:
                line.turn.failure, line.turn.detail = failure, detail
            self.on_failed(failure, detail)

    def _go_on(self) -> None:
        """Say what is due, where something may be said."""
        if not self._waiting:
            return
        if not self._said:
            self._watch.set(SENTENCE_DEADLINE_S, self._give_up)
        if self._mouth is None or self._is_hushed or not self._is_ready:
            return
        due, old = self._waiting.take(self._clock.monotonic(), [line.lane for line in self._said])
        self._over(old)
        if due is not None:
            self._begin(self._mouth, due.what)

    def _begin(self, mouth: Mouth, line: SpokenLine) -> None:
        self._said.append(line)
        self.last = line.sentences
        self._watch.set(SENTENCE_DEADLINE_S, self._give_up)
        if line.turn is not None:
            line.turn.clock.mark("synthesis_asked", self._clock.monotonic())
        if len(self._said) == 1:
            self._store.dispatch(VoiceAwaited())
        mouth.say(line.sentences, self._language, line, line.lane, line.who)

    def _cut(self, unwanted: Callable[[SpokenLine], bool] = lambda line: True) -> None:
        """End what is being said; how much was heard is told by the mouth."""
        gone = [line for line in self._said if unwanted(line)]
        self._said = [line for line in self._said if line not in gone]
        if gone and self._mouth is not None:
            if self._said:
                self._mouth.end(*gone)
            else:
                self._mouth.silence()
        for line in gone:
            self._after(line)

    def _after(self, line: SpokenLine) -> None:
        """A line is over: so is its turn, and the strip shows the one below it again."""
        if not self._said:
            self._watch.clear()
        self.end(line.turn)
        if self._said and (text := self._said[-1].text):
            self._store.dispatch(SentenceBegan(text, named_by(self._said[-1].who)))

    def _forget(self, unwanted: Callable[[Line[SpokenLine]], bool]) -> None:
        self._over(self._waiting.drop(unwanted))

    def _over(self, lines: list[Line[SpokenLine]]) -> None:
        for line in lines:
            self.end(line.what.turn)

    def _is_said(self, line: SpokenLine) -> bool:
        if line not in self._said:
            return False
        self._watch.set(SENTENCE_DEADLINE_S, self._give_up)
        return True

    def _give_up(self) -> None:
        """The voice reports nothing any more."""
        for line in list(self._said):
            self.line_failed(line, Failure.SPEECH_SILENT, "")
        self.silence()

    def _rest(self) -> None:
        if self._store.state.voice.phase is Phase.SILENT:
            self._store.dispatch(VoiceEnded())
