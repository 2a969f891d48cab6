"""What a synthesiser is. A new provider: one file here and a line in `providers.py`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from companion.speech.events import Synthesize


class Synthesizer(Protocol):
    """Turns sentences into sound; lives on one asyncio loop.

    Attributes:
        id: Provider id, such as `offline` or `qwen`.
        rate_hz: Rate of the sound it gives; mono, signed 16-bit little endian.
    """

    id: str
    rate_hz: int

    async def warm_up(self) -> None:
        """Load what takes time.

        Raises:
            SynthesisError: A model or key is missing or wrong.
        """
        ...

    def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        """Say one sentence, as chunks of PCM with an even number of bytes.

        Closing the iterator or cancelling its task stops the work at once; a paid call is never
        repeated after its bytes left.

        Raises:
            SynthesisError: While iterating; SPEECH_TRUNCATED when the end is missing.
        """
        ...

    async def close(self) -> None:
        """Give back connections and memory."""
        ...
