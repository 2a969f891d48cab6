"""The mouth: sentences said one after the other, silent at once when told. Implements `Mouth`."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.speech.audio.devices import Speaker
from companion.speech.audio.format import gain_of
from companion.speech.lanes import SPEAKERS, Lane, overlaps
from companion.speech.lexicon import Lexicon
from companion.speech.mouth import MouthEvents
from companion.speech.tts.ducking import DUCKED, Ducking
from companion.speech.tts.narration import Narration
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.clock import Clock
from companion.support.errors import Failure, SynthesisError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Running:
    """A narration that is on its way.

    Attributes:
        events: As the caller gave them; they tell it from others.
        is_lowered: Whether another one is said over it.
    """

    narration: Narration
    lane: Lane
    events: MouthEvents
    task: asyncio.Task[None] | None = None
    is_lowered: bool = False


class Narrator:
    """Says things over one speaker. Lives on the loop; `silence` may come from any thread.

    Attributes:
        lexicon: How names are said; holds from the next narration on.
    """

    def __init__(
        self,
        speaker: Speaker,
        synthesizer: Synthesizer | None,
        clock: Clock,
        volume: int = 80,
        reason: Failure | None = None,
    ) -> None:
        """Store the parts; nothing is opened.

        Args:
            speaker: Where sound goes.
            synthesizer: Whose voice; None shows text only.
            clock: Times of events are its monotonic seconds.
            volume: 0 to 100.
            reason: Why there is no synthesiser; None when the player wants none.
        """
        self._speaker = speaker
        self._synthesizer = synthesizer
        self._clock = clock
        self._reason = reason
        self._running: tuple[_Running, ...] = ()
        self._volume = volume
        self._lanes: Mapping[Lane, int] = {}
        self.lexicon = Lexicon()

    async def start(self) -> None:
        """Load the synthesiser."""
        if self._synthesizer:
            await self._synthesizer.warm_up()
        elif self._reason:
            raise SynthesisError(self._reason, "no synthesiser")

    def say(
        self,
        sentences: Sequence[str],
        language: str,
        events: MouthEvents,
        lane: Lane = Lane.REPLY,
        who: str = "",
    ) -> None:
        """Say sentences in order; what is being said is silenced, or lowered (`lanes.py`)."""
        below = self._below(lane)
        ended = [other for other in self._running if other is not below]
        _silence(ended)
        if self._synthesizer is None:
            self._stay_silent(events)
            return
        heard = Ducking(events, lambda lowered: self._lower(below, lowered)) if below else events
        narration = Narration(
            self._speaker,
            self._synthesizer,
            self._clock,
            heard,
            who or SPEAKERS.get(lane, ""),
            self.lexicon,
        )
        mine = _Running(narration, lane, events)
        narration.set_gain(self._gain(mine))
        before = {other.task for other in ended if other.task}
        self._running = (*self._running, mine)
        spoken = [sentence for sentence in sentences if sentence.strip()]
        mine.task = spawn(self._run(before, mine, spoken, language), "narration")

    def pronounce(self, sounds: Mapping[str, str]) -> None:
        """Say names differently from the next narration on; any thread."""
        self.lexicon = replace(self.lexicon, pronunciations=sounds)

    def set_volume(self, volume: int, lanes: Mapping[Lane, int]) -> None:
        """Make it louder or quieter at once."""
        self._volume, self._lanes = volume, lanes
        for running in self._running:
            running.narration.set_gain(self._gain(running))

    def end(self, *events: MouthEvents) -> None:
        """Silence single narrations, and leave another one alone."""
        _silence([running for running in self._running if running.events in events])

    def silence(self) -> None:
        """Be silent now. Any thread."""
        _silence(self._running)

    async def stop(self) -> None:
        """Silence and close everything."""
        self.silence()
        if tasks := {running.task for running in self._running if running.task}:
            await asyncio.wait(tasks)
        if self._synthesizer:
            await self._synthesizer.close()

    async def _run(
        self,
        before: set[asyncio.Task[None]],
        mine: _Running,
        sentences: list[str],
        language: str,
    ) -> None:
        """One narration ends before the next begins, so that their events never mix."""
        try:
            if before:
                await asyncio.wait(before)
            await mine.narration.run(sentences, language)
        finally:
            self._running = tuple(other for other in self._running if other is not mine)

    def _below(self, lane: Lane) -> _Running | None:
        """What goes on while a line of this lane is said."""
        current = [other for other in self._running if not other.narration.is_silenced]
        if len(current) == 1 and overlaps(lane, current[0].lane):
            return current[0]
        return None

    def _lower(self, below: _Running, lowered: bool) -> None:  # noqa: FBT001 - a callback
        below.is_lowered = lowered
        below.narration.set_gain(self._gain(below))

    def _gain(self, running: _Running) -> float:
        lane = gain_of(self._lanes.get(running.lane, 100))
        return gain_of(self._volume) * lane * (DUCKED if running.is_lowered else 1.0)

    def _stay_silent(self, events: MouthEvents) -> None:
        if self._reason:
            events.failed(self._reason, "no synthesiser")
        events.finished(heard_all=False)


def _silence(several: Sequence[_Running]) -> None:
    """Silence them at the same time: the second does not wait for the device of the first."""
    if not several:
        return
    first, *others = [running.narration.silence for running in several]
    threads = [threading.Thread(target=other, daemon=True) for other in others]
    for thread in threads:
        thread.start()
    first()
    for thread in threads:
        thread.join()
