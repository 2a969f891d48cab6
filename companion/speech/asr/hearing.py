"""One utterance on its way through a recogniser."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

from companion.speech.asr.recognizer import Recognizer
from companion.speech.events import Transcribe, Transcript, TranscriptChunk
from companion.support.errors import CompanionError, Failure, RecognitionError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

FINAL_DEADLINE_S = 15.0
"""From the last block to the words; longer than any recogniser of ours gives itself."""

LOAD_DEADLINE_S = 60.0
"""Longest wait for a recogniser that is still being loaded; that time does not count above."""

OnWords = Callable[[str], None]
OnDone = Callable[[Transcript | CompanionError], None]


class Hearing:
    """Feeds one utterance to a recogniser. Lives on the loop.

    `on_done` is called once, unless `cancel` came first; nothing is called after it.
    """

    def __init__(
        self,
        recognizer: Recognizer,
        request: Transcribe,
        loaded: asyncio.Event,
        on_words: OnWords,
        on_done: OnDone,
    ) -> None:
        self._recognizer = recognizer
        self._loaded = loaded
        self._request = request
        self._on_words = on_words
        self._on_done = on_done
        self._blocks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._over = False
        self._task = spawn(self._run(), "hearing")

    def feed(self, pcm: bytes) -> None:
        """Add a block."""
        self._blocks.put_nowait(pcm)

    def end(self) -> None:
        """The utterance is complete; words or a failure follow before the deadline."""
        self._blocks.put_nowait(None)
        if not self._over:
            spawn(self._expire(), "hearing deadline")

    def cancel(self) -> None:
        """Abandon it; nothing is called any more."""
        self._over = True
        self._task.cancel()

    async def _run(self) -> None:
        try:
            outcome: Transcript | CompanionError = await self._recognizer.transcribe(
                self._audio(), self._request, self._partial
            )
        except CompanionError as error:
            outcome = error
        except Exception as error:  # a recogniser's bug must not leave a press open
            logger.exception("the recogniser %s broke", self._recognizer.id)
            outcome = RecognitionError(Failure.INTERNAL, f"{type(error).__name__}")
        self._finish(outcome)

    async def _audio(self) -> AsyncIterator[bytes]:
        while (block := await self._blocks.get()) is not None:
            yield block

    async def _expire(self) -> None:
        loading = spawn(self._loaded.wait(), "loading")
        either = {self._task, loading}
        await asyncio.wait(either, timeout=LOAD_DEADLINE_S, return_when=asyncio.FIRST_COMPLETED)
        loading.cancel()
        done, _ = await asyncio.wait({self._task}, timeout=FINAL_DEADLINE_S)
        if not done:
            detail = f"{self._recognizer.id} gave no words for {FINAL_DEADLINE_S:.0f} s"
            self._finish(RecognitionError(Failure.SPEECH_SILENT, detail))
            self._task.cancel()

    def _partial(self, chunk: TranscriptChunk) -> None:
        if not self._over:
            self._on_words(chunk.text)

    def _finish(self, outcome: Transcript | CompanionError) -> None:
        if not self._over:
            self._over = True
            self._on_done(outcome)
