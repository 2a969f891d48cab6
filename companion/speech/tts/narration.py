"""One narration on its way: a sentence is heard while the next one is made."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator

from companion.speech.audio.devices import Speaker
from companion.speech.audio.format import silence
from companion.speech.events import Synthesize
from companion.speech.lexicon import Lexicon
from companion.speech.mouth import MouthEvents
from companion.speech.tts.synthesizer import Synthesizer
from companion.speech.tts.track import Track
from companion.support.clock import Clock
from companion.support.errors import AudioError, CompanionError, Failure, SynthesisError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

SENTENCE_PAUSE_S = 0.2
WATCH_S = 0.01
"""How often it is looked whether a sentence has begun to be heard."""
CHUNK_DEADLINE_S = 20.0
"""Longest wait for a piece of sound; the first Chinese one loads 90 MB before."""
STUCK_S = 3.0
"""A device that takes nothing for this long, while more than STUCK_LEAST_S waits, is lost."""
STUCK_LEAST_S = 0.4
FOR_ALL = frozenset(
    {
        Failure.NO_SPEECH_MODEL, Failure.SPEECH_MODEL_DAMAGED, Failure.SPEECH_KEYS_MISSING,
        Failure.SPEECH_KEY_WRONG, Failure.SPEECH_REGION_WRONG, Failure.SPEECH_NO_PERMISSION,
        Failure.SPEECH_SETTING_WRONG, Failure.SPEECH_CLOCK_WRONG, Failure.SPEECH_QUOTA,
        Failure.SPEECH_UNREACHABLE, Failure.NO_AUDIO_LIBRARY, Failure.NO_SPEAKER,
        Failure.SPEAKER_LOST,
    }
)  # fmt: skip
"""Failures that the next sentence would meet as well."""


class Narration:
    """Sentences of one `say`. Lives on the loop; `silence` may come from any thread."""

    def __init__(
        self,
        speaker: Speaker,
        synthesizer: Synthesizer,
        clock: Clock,
        events: MouthEvents,
        who: str = "",
        lexicon: Lexicon | None = None,
    ) -> None:
        """Store the parts; nothing is opened.

        Args:
            speaker: Where sound goes.
            synthesizer: Whose voice.
            clock: Times of events are its monotonic seconds.
            events: Told what happens.
            who: Whose bound voice it is (`speech/voices/bindings.py`); empty for the own one.
            lexicon: How names are said.
        """
        self._lexicon = lexicon or Lexicon()
        self._synthesizer = synthesizer
        self._clock = clock
        self._events = events
        self._who = who
        self._loop = asyncio.get_running_loop()
        self._track = Track(speaker, synthesizer.rate_hz, self._first_sound)
        self._silenced = False
        self._work: asyncio.Task[None] | None = None
        self._nothing_waits = asyncio.Event()  # every sentence so far has begun to be heard
        self._nothing_waits.set()
        self._begun = -1
        self._faults = 0
        self._is_stuck = False

    def silence(self) -> None:
        """Be silent now; `finished` follows on the loop. Any thread."""
        self._silenced = True
        self._track.silence()
        try:
            self._loop.call_soon_threadsafe(self._give_up)
        except RuntimeError:
            logger.debug("silenced after the loop had ended")

    @property
    def is_silenced(self) -> bool:
        """Whether it was told to be silent."""
        return self._silenced

    def set_gain(self, gain: float) -> None:
        """Make it louder or quieter at once; 0 to 1. On the loop."""
        self._track.set_gain(gain)

    async def run(self, sentences: list[str], language: str) -> None:
        """Say them all; every event but `first_sound` is called from here."""
        self._work = asyncio.current_task()
        watcher = spawn(self._watch(), "narration watcher")
        try:
            await self._say_all(sentences, language)
        except asyncio.CancelledError:
            if self._is_stuck:
                self._fail(AudioError(Failure.SPEAKER_LOST, "the device takes no sound"))
            elif not self._silenced:
                raise
        except CompanionError as error:
            self._fail(error)
        finally:
            self._work = None
            watcher.cancel()
            self._tell()
            self._track.silence()
            if late := self._track.starved_times:
                logger.info("sound came late %d times", late)
            heard_all = not self._faults and not self._silenced
            self._events.finished(heard_all=heard_all, sentences=self._track.sentences_heard)

    async def _say_all(self, sentences: list[str], language: str) -> None:
        for index, text in enumerate(sentences):
            await self._nothing_waits.wait()
            if self._silenced:
                return
            is_last = index == len(sentences) - 1
            await self._say_or_skip(index, text, language, is_last=is_last)
        await self._track.drained()

    async def _say_or_skip(self, index: int, text: str, language: str, *, is_last: bool) -> None:
        spoken = self._lexicon.aloud(text, language)
        try:
            await self._say(index, text, Synthesize(spoken, language, self._who))
        except CompanionError as error:
            if error.failure in FOR_ALL:
                raise
            self._fail(error)
        else:
            self._track.end()
        if not is_last:
            self._track.push(silence(SENTENCE_PAUSE_S, self._synthesizer.rate_hz))

    async def _say(self, index: int, text: str, request: Synthesize) -> None:
        chunks = self._synthesizer.synthesize(request)
        try:
            async with asyncio.timeout(CHUNK_DEADLINE_S) as deadline:
                async for chunk in chunks:
                    deadline.reschedule(self._loop.time() + CHUNK_DEADLINE_S)
                    await self._put(index, text, chunk)
        except TimeoutError as error:
            raise SynthesisError(Failure.SPEECH_SILENT, self._synthesizer.id) from error
        finally:
            if isinstance(chunks, AsyncGenerator):
                await chunks.aclose()

    async def _put(self, index: int, text: str, chunk: bytes) -> None:
        """Hand a chunk on; the very first one opens the speaker."""
        if index != self._begun:
            self._begun = index
            self._track.begin(index, text)
            self._nothing_waits.clear()
        if self._track.is_open:
            self._track.push(chunk)
        else:
            self._events.first_audio(self._clock.monotonic())
            await self._track.open(chunk)

    def _first_sound(self) -> None:
        """On the device's thread."""
        at = self._clock.monotonic()
        try:
            self._loop.call_soon_threadsafe(self._events.first_sound, at)
        except RuntimeError:
            logger.debug("sound after the loop had ended")

    async def _watch(self) -> None:
        """Report sentences as they are heard; notice a device that takes no more."""
        seen, since = -1, self._loop.time()
        while True:
            await asyncio.sleep(WATCH_S)
            self._tell()
            played = self._track.played_bytes
            if played != seen or self._track.waiting_s < STUCK_LEAST_S:
                seen, since = played, self._loop.time()
            elif self._loop.time() - since > STUCK_S:
                self._is_stuck = True
                self._give_up()

    def _tell(self) -> None:
        for mark in self._track.begun():
            self._events.sentence(mark.index, mark.text)
        if self._track.all_begun:
            self._nothing_waits.set()

    def _give_up(self) -> None:
        if self._work:
            self._work.cancel()

    def _fail(self, error: CompanionError) -> None:
        self._faults += 1
        logger.warning("a sentence is not said: %s", error)
        self._events.failed(error.failure, error.detail)
