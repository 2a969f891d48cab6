"""The mouth: sentences said one after the other, silent at once when told. Implements `Mouth`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.speech.audio.devices import Speaker
from companion.speech.audio.format import gain_of
from companion.speech.lanes import Lane
from companion.speech.lexicon import Lexicon
from companion.speech.mouth import MouthEvents
from companion.speech.tts.narration import Narration
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.clock import Clock
from companion.support.errors import Failure, SynthesisError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)


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
        self._current: Narration | None = None
        self._task: asyncio.Task[None] | None = None
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
    ) -> None:
        """Say sentences in order; what is being said is silenced."""
        self.silence()
        if self._synthesizer is None:
            self._stay_silent(events)
            return
        narration = Narration(
            self._speaker, self._synthesizer, self._clock, events, lane, self.lexicon
        )
        narration.set_gain(self._gain(lane))
        before, self._current = self._task, narration
        spoken = [sentence for sentence in sentences if sentence.strip()]
        self._task = spawn(_after(before, narration, spoken, language), "narration")

    def pronounce(self, sounds: Mapping[str, str]) -> None:
        """Say names differently from the next narration on; any thread."""
        self.lexicon = replace(self.lexicon, pronunciations=sounds)

    def set_volume(self, volume: int, lanes: Mapping[Lane, int]) -> None:
        """Make it louder or quieter at once."""
        self._volume, self._lanes = volume, lanes
        if current := self._current:
            current.set_gain(self._gain(current.lane))

    def silence(self) -> None:
        """Be silent now. Any thread."""
        if current := self._current:
            current.silence()

    async def stop(self) -> None:
        """Silence and close everything."""
        self.silence()
        if self._task:
            await asyncio.wait({self._task})
        if self._synthesizer:
            await self._synthesizer.close()

    def _gain(self, lane: Lane) -> float:
        return gain_of(self._volume) * gain_of(self._lanes.get(lane, 100))

    def _stay_silent(self, events: MouthEvents) -> None:
        if self._reason:
            events.failed(self._reason, "no synthesiser")
        events.finished(heard_all=False)


async def _after(
    before: asyncio.Task[None] | None, narration: Narration, sentences: list[str], language: str
) -> None:
    """One narration ends before the next begins, so that their events never mix."""
    if before:
        await asyncio.wait({before})
    await narration.run(sentences, language)
