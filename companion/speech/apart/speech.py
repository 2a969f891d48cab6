"""Ears and voice whose models are in the speech process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from companion.speech.apart.messages import (
    Done,
    Failed,
    Listen,
    Over,
    Partial,
    Reply,
    Say,
    Sound,
    Spoken,
    Warm,
    Words,
)
from companion.speech.apart.process import Call, SpeechProcess, SpeechProcessGoneError
from companion.speech.asr.recognizer import OnPartial
from companion.speech.events import Synthesize, Transcribe, Transcript, TranscriptChunk
from companion.support.errors import Failure, RecognitionError, SynthesisError
from companion.support.loops import spawn

TRIES = 2
"""A process that ended in the middle is started once more, and given all that was said so far."""
GONE = "the speech process ended"


class ApartRecognizer:
    """Implements `Recognizer`; nothing of an utterance is lost when the process crashes."""

    id = "offline"

    def __init__(self, process: SpeechProcess) -> None:
        self._process = process

    async def warm_up(self) -> None:
        """Load the model.

        Raises:
            RecognitionError: There is none, or it breaks its process.
        """
        if failed := await _warmed(self._process, voice=False):
            raise RecognitionError(failed.failure, failed.detail)

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Listen until `audio` ends, then return the words."""
        heard = _Heard()
        keeping = spawn(heard.keep(audio), "keeping an utterance")
        try:
            for _ in range(TRIES):
                try:
                    return await self._once(heard, request, on_partial)
                except SpeechProcessGoneError:
                    continue
        finally:
            keeping.cancel()
        raise RecognitionError(Failure.INTERNAL, GONE)

    async def close(self) -> None:
        """End the process."""
        await self._process.end()

    async def _once(self, heard: _Heard, request: Transcribe, on_partial: OnPartial) -> Transcript:
        def listen(call: int) -> Listen:
            return Listen(call, request.language, request.hints, request.names)

        async with self._process.asking(listen) as call:
            feeding = spawn(self._feed(call.number, heard), "feeding the speech process")
            try:
                return await _words(call, on_partial)
            finally:
                feeding.cancel()

    async def _feed(self, call: int, heard: _Heard) -> None:
        async for block in heard.blocks():
            self._process.send(Sound(call, block))
        self._process.send(Over(call))


class ApartSynthesizer:
    """Implements `Synthesizer`."""

    id = "offline"
    rate_hz = 24_000

    def __init__(self, process: SpeechProcess) -> None:
        self._process = process

    async def warm_up(self) -> None:
        """Load the voice.

        Raises:
            SynthesisError: There is none, or it breaks its process.
        """
        if failed := await _warmed(self._process, voice=True):
            raise SynthesisError(failed.failure, failed.detail)

    async def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        """Say one sentence, a chunk a clause; begun anew only while nothing of it was heard."""
        is_heard = False
        for _ in range(TRIES):
            try:
                async for pcm in self._once(request):
                    is_heard = True
                    yield pcm
                return
            except SpeechProcessGoneError:
                if is_heard:
                    break
        raise SynthesisError(Failure.SPEECH_TRUNCATED if is_heard else Failure.INTERNAL, GONE)

    async def close(self) -> None:
        """End the process."""
        await self._process.end()

    async def _once(self, request: Synthesize) -> AsyncIterator[bytes]:
        def say(call: int) -> Say:
            return Say(call, request.text, request.language)

        async with self._process.asking(say) as call:
            while not isinstance(reply := await call.reply(), Done):
                if isinstance(reply, Failed):
                    raise SynthesisError(reply.failure, reply.detail)
                if isinstance(reply, Spoken):
                    yield reply.pcm


class _Heard:
    """An utterance as it comes in, to be read from its beginning as often as needed."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._is_over = False
        self._more = asyncio.Event()

    async def keep(self, audio: AsyncIterator[bytes]) -> None:
        async for block in audio:
            self._blocks.append(block)
            self._more.set()
        self._is_over = True
        self._more.set()

    async def blocks(self) -> AsyncIterator[bytes]:
        """All blocks, to the end; for one reader at a time."""
        at = 0
        while at < len(self._blocks) or not self._is_over:
            if at < len(self._blocks):
                yield self._blocks[at]
                at += 1
            else:
                self._more.clear()
                await self._more.wait()


async def _words(call: Call, on_partial: OnPartial) -> Transcript:
    while True:
        match await call.reply():
            case Partial(text=text):
                on_partial(TranscriptChunk(text))
            case Words(text=text, language=language, confidence=confidence):
                return Transcript(text, language, confidence)
            case Failed(failure=failure, detail=detail):
                raise RecognitionError(failure, detail)


async def _warmed(process: SpeechProcess, *, voice: bool) -> Failed | None:
    """Have ears or voice loaded; why not."""
    for _ in range(TRIES):
        try:
            async with process.asking(lambda call: Warm(call, voice)) as call:
                reply: Reply = await call.reply()
                return reply if isinstance(reply, Failed) else None
        except SpeechProcessGoneError:
            continue
    return Failed(0, Failure.INTERNAL, GONE)
