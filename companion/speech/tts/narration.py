"""One narration on its way: a sentence is heard while the next one is made."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from companion.speech.audio.devices import Speaker, SpeakerStream
from companion.speech.audio.format import bytes_of, silence
from companion.speech.events import Synthesize
from companion.speech.lanes import SPEAKERS, Lane
from companion.speech.lexicon import Lexicon
from companion.speech.mouth import MouthEvents
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.clock import Clock
from companion.support.errors import AudioError, CompanionError, Failure, SynthesisError
from companion.support.loops import patiently, spawn

logger = logging.getLogger(__name__)

SENTENCE_PAUSE_S = 0.2
WATCH_S = 0.01
"""How often it is looked whether a sentence has begun to be heard."""
CHUNK_DEADLINE_S = 20.0
"""Longest wait for a piece of sound; the first Chinese one loads 90 MB before."""
OPEN_DEADLINE_S = 5.0
"""Longest wait for a device to open."""
STUCK_S = 3.0
"""A device that takes nothing for this long, while more than STUCK_LEAST_S waits, is lost."""
STUCK_LEAST_S = 0.4
ROUNDING_S = 0.02
"""A sentence counts as heard when no more than this is missing: rates are converted."""
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


@dataclass(frozen=True, slots=True)
class _Mark:
    """Where a sentence begins in the stream of sound.

    Attributes:
        at: Bytes before it.
    """

    index: int
    text: str
    at: int


class Narration:
    """Sentences of one `say`. Lives on the loop; `silence` may come from any thread.

    Attributes:
        lane: Whose line it is.
    """

    def __init__(
        self,
        speaker: Speaker,
        synthesizer: Synthesizer,
        clock: Clock,
        events: MouthEvents,
        lane: Lane = Lane.REPLY,
        lexicon: Lexicon | None = None,
    ) -> None:
        self._lexicon = lexicon or Lexicon()
        self._speaker = speaker
        self._synthesizer = synthesizer
        self._clock = clock
        self._events = events
        self.lane = lane
        self._gain = 1.0
        self._ends: list[int] = []
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._silenced = False
        self._is_over = False
        self._stream: SpeakerStream | None = None
        self._work: asyncio.Task[None] | None = None
        self._marks: deque[_Mark] = deque()
        self._nothing_waits = asyncio.Event()  # every sentence so far has begun to be heard
        self._nothing_waits.set()
        self._pushed = 0
        self._begun = -1
        self._faults = 0
        self._is_stuck = False

    def silence(self) -> None:
        """Be silent now; `finished` follows on the loop. Any thread."""
        with self._lock:
            self._silenced = True
            stream = self._stream
        if stream:
            stream.abort()
        try:
            self._loop.call_soon_threadsafe(self._give_up)
        except RuntimeError:
            logger.debug("silenced after the loop had ended")

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
            with self._lock:
                self._is_over = True
            if self._stream:
                self._stream.abort()
                if late := self._stream.starved_times:
                    logger.info("sound came late %d times", late)
            heard_all = not self._faults and not self._silenced
            self._events.finished(heard_all=heard_all, sentences=self._heard())

    def set_gain(self, gain: float) -> None:
        """Make it louder or quieter at once; 0 to 1. On the loop."""
        with self._lock:
            self._gain = gain
            if self._stream:
                self._stream.set_gain(gain)

    def _heard(self) -> int:
        """How many sentences the device took to their last sample."""
        played = self._stream.played_bytes if self._stream else 0
        reached = played + bytes_of(ROUNDING_S, self._synthesizer.rate_hz)
        return sum(end <= reached for end in self._ends) if played else 0

    async def _say_all(self, sentences: list[str], language: str) -> None:
        for index, text in enumerate(sentences):
            await self._nothing_waits.wait()
            if self._silenced:
                return
            is_last = index == len(sentences) - 1
            await self._say_or_skip(index, text, language, is_last=is_last)
        if self._stream:
            self._stream.end()
            await self._stream.drained()

    async def _say_or_skip(self, index: int, text: str, language: str, *, is_last: bool) -> None:
        spoken = self._lexicon.aloud(text, language)
        try:
            await self._say(index, text, Synthesize(spoken, language, SPEAKERS.get(self.lane, "")))
        except CompanionError as error:
            if error.failure in FOR_ALL:
                raise
            self._fail(error)
        else:
            self._ends.append(self._pushed)
        if not is_last:
            self._push(silence(SENTENCE_PAUSE_S, self._synthesizer.rate_hz))

    async def _say(self, index: int, text: str, request: Synthesize) -> None:
        chunks = self._synthesizer.synthesize(request)
        try:
            async with asyncio.timeout(CHUNK_DEADLINE_S) as deadline:
                async for chunk in chunks:
                    deadline.reschedule(self._loop.time() + CHUNK_DEADLINE_S)
                    if not await self._begin(index, text, chunk):
                        self._push(chunk)
        except TimeoutError as error:
            raise SynthesisError(Failure.SPEECH_SILENT, self._synthesizer.id) from error
        finally:
            if isinstance(chunks, AsyncGenerator):
                await chunks.aclose()

    async def _begin(self, index: int, text: str, chunk: bytes) -> bool:
        """The first chunk of a sentence is here; whether the speaker was opened with it."""
        if index == self._begun:
            return False
        self._begun = index
        self._marks.append(_Mark(index, text, self._pushed))
        self._nothing_waits.clear()
        if self._stream is None:
            self._events.first_audio(self._clock.monotonic())
            await self._open(chunk)
            return True
        return False

    async def _open(self, chunk: bytes) -> None:
        """Open the speaker on a thread: a sound server that hangs must not hold up the loop."""
        self._pushed += len(chunk)
        try:
            async with asyncio.timeout(OPEN_DEADLINE_S):
                await patiently(lambda: self._take_stream(chunk), "speaker opens")
        except TimeoutError as error:
            raise AudioError(Failure.SPEAKER_LOST, "the device does not open") from error

    def _take_stream(self, chunk: bytes) -> None:
        """On a thread; a stream that comes when nobody wants it any more is closed again."""
        stream = self._speaker.open(self._synthesizer.rate_hz, self._first_sound, chunk, self._gain)
        with self._lock:
            self._stream = stream
            stream.set_gain(self._gain)
            unwanted = self._silenced or self._is_over
        if unwanted:
            stream.abort()

    def _push(self, pcm: bytes) -> None:
        if self._stream:
            self._stream.push(pcm)
            self._pushed += len(pcm)

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
            played = self._stream.played_bytes if self._stream else 0
            waiting = (self._pushed - played) / (2 * self._synthesizer.rate_hz)
            if played != seen or waiting < STUCK_LEAST_S:
                seen, since = played, self._loop.time()
            elif self._loop.time() - since > STUCK_S:
                self._is_stuck = True
                self._give_up()

    def _tell(self) -> None:
        while self._marks and self._stream and self._stream.played_bytes > self._marks[0].at:
            mark = self._marks.popleft()
            self._events.sentence(mark.index, mark.text)
        if not self._marks:
            self._nothing_waits.set()

    def _give_up(self) -> None:
        if self._work:
            self._work.cancel()

    def _fail(self, error: CompanionError) -> None:
        self._faults += 1
        logger.warning("a sentence is not said: %s", error)
        self._events.failed(error.failure, error.detail)
