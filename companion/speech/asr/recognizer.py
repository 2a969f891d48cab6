"""What a recogniser is. A new provider: one file here and a line in `providers.py`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Protocol

from companion.speech.events import Transcribe, Transcript, TranscriptChunk

OnPartial = Callable[[TranscriptChunk], None]


class Recognizer(Protocol):
    """Turns utterances into words; lives on one asyncio loop.

    Attributes:
        id: Provider id, such as `offline` or `aliyun_nls`.
    """

    id: str

    async def warm_up(self) -> None:
        """Load what takes time, so that the first utterance is as quick as the next.

        Raises:
            RecognitionError: A model or key is missing or wrong.
        """
        ...

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Listen until `audio` ends, then return the words.

        Cancelling the task abandons the utterance; nothing is called afterwards.

        Args:
            audio: Blocks of 16 kHz mono s16le PCM, as they are captured; ends at key-up.
            request: Language and hints.
            on_partial: Called on the loop with the words so far.

        Raises:
            RecognitionError: With the code that names the cause; NOTHING_HEARD for silence.
        """
        ...

    async def close(self) -> None:
        """Give back connections and memory."""
        ...
