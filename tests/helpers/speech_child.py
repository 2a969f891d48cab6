"""A speech process with stand-ins for models: `python -m tests.helpers.speech_child MARK`.

It hears how many blocks it was given and says a sentence as one chunk a word. The first time that
it meets `crash` it leaves the file MARK and ends at once; with `always` for MARK each time.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from companion.commands.speech import serve
from companion.speech.asr.recognizer import OnPartial
from companion.speech.events import Synthesize, Transcribe, Transcript, TranscriptChunk
from companion.support.errors import Failure, RecognitionError

CRASH = b"crash"
MUMBLE = b"mumble"


def crash() -> None:
    mark = Path(sys.argv[1])
    if sys.argv[1] == "always" or not mark.exists():
        if sys.argv[1] != "always":
            mark.touch()
        os._exit(9)


class Ears:
    id = "stand-in"

    async def warm_up(self) -> None: ...

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        heard: list[bytes] = []
        async for block in audio:
            heard.append(block)
            if block == CRASH:
                crash()
            if block == MUMBLE:
                raise RecognitionError(Failure.NOTHING_HEARD, "mumbled")
            on_partial(TranscriptChunk(f"{len(heard)}"))
        words = " ".join([*(block.decode() for block in heard), *request.hints, *request.names])
        return Transcript(words, request.language, 0.5)

    async def close(self) -> None: ...


class Voice:
    id = "stand-in"
    rate_hz = 24_000

    async def warm_up(self) -> None:
        raise RecognitionError(Failure.NO_SPEECH_MODEL, "kokoro")

    async def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        for word in request.text.split():
            if word.encode() == CRASH:
                crash()
            yield word.encode()

    async def close(self) -> None: ...


if __name__ == "__main__":
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asyncio.run(serve(sys.stdin.buffer, output, lambda _: Ears(), lambda _: Voice()))
