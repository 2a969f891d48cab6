"""The speech process: hears and speaks for its parent until its input ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import assert_never

from companion.speech.apart.messages import (
    Begin,
    Cancel,
    Done,
    Failed,
    Listen,
    Over,
    Partial,
    Reply,
    Request,
    Say,
    Sound,
    Spoken,
    Warm,
    Words,
)
from companion.speech.asr.recognizer import Recognizer
from companion.speech.events import Synthesize, Transcribe
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)


class SpeechChild:
    """Answers requests with the models of this process. Lives on one loop.

    Args:
        ears: Makes the recogniser for a language, once it is known.
        voice: Makes the voice.
        tell: Takes replies.
    """

    def __init__(
        self,
        ears: Callable[[str], Recognizer],
        voice: Callable[[str], Synthesizer],
        tell: Callable[[Reply], None],
    ) -> None:
        self._make = ears, voice
        self._tell = tell
        self._language = ""
        self._ears: Recognizer | None = None
        self._voice: Synthesizer | None = None
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._sounds: dict[int, asyncio.Queue[bytes | None]] = {}

    def take(self, request: Request) -> None:
        """Carry out a request; what it comes to is told."""
        match request:
            case Begin(language=language):
                self._language = language
            case Warm(call=call, voice=voice):
                self._begin(call, self._warm(call, voice=voice))
            case Listen(call=call):
                self._sounds[call] = asyncio.Queue()
                self._begin(call, self._listen(request, self._sounds[call]))
            case Sound(call=call, pcm=pcm):
                self._add(call, pcm)
            case Over(call=call):
                self._add(call, None)
            case Say(call=call):
                self._begin(call, self._say(request))
            case Cancel(call=call):
                if task := self._calls.get(call):
                    task.cancel()
            case _:
                assert_never(request)

    async def end(self) -> None:
        """Give everything up."""
        for task in list(self._calls.values()):
            task.cancel()
        for part in (self._ears, self._voice):
            if part is not None:
                await part.close()

    def _add(self, call: int, pcm: bytes | None) -> None:
        if (queue := self._sounds.get(call)) is not None:
            queue.put_nowait(pcm)

    def _begin(self, call: int, work: Coroutine[None, None, None]) -> None:
        task = spawn(self._told(call, work), f"call {call}")
        self._calls[call] = task
        task.add_done_callback(lambda _: self._forget(call))

    def _forget(self, call: int) -> None:
        self._calls.pop(call, None)
        self._sounds.pop(call, None)

    async def _told(self, call: int, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except CompanionError as error:
            self._tell(Failed(call, error.failure, error.detail))
        except Exception as error:
            logger.exception("call %d of the speech process", call)
            self._tell(Failed(call, Failure.INTERNAL, type(error).__name__))

    async def _warm(self, call: int, *, voice: bool) -> None:
        await (self._spoken_by() if voice else self._heard_by()).warm_up()
        self._tell(Done(call))

    async def _listen(self, asked: Listen, sounds: asyncio.Queue[bytes | None]) -> None:
        request = Transcribe(asked.language, asked.hints, asked.names)
        heard = await self._heard_by().transcribe(
            _until_over(sounds), request, lambda chunk: self._tell(Partial(asked.call, chunk.text))
        )
        self._tell(Words(asked.call, heard.text, heard.language, heard.confidence))

    async def _say(self, asked: Say) -> None:
        async for pcm in self._spoken_by().synthesize(Synthesize(asked.text, asked.language)):
            self._tell(Spoken(asked.call, pcm))
        self._tell(Done(asked.call))

    def _heard_by(self) -> Recognizer:
        self._ears = self._ears or self._make[0](self._language)
        return self._ears

    def _spoken_by(self) -> Synthesizer:
        self._voice = self._voice or self._make[1](self._language)
        return self._voice


async def _until_over(sounds: asyncio.Queue[bytes | None]) -> AsyncIterator[bytes]:
    while (pcm := await sounds.get()) is not None:
        yield pcm
