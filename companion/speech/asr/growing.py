"""Decoding an utterance while it grows: words so far, and a final that is often there already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from companion.speech.asr.activity import Activity
from companion.speech.asr.recognizer import OnPartial
from companion.speech.asr.whisper.model import Decoded
from companion.speech.audio.format import bytes_of
from companion.speech.events import LISTEN_RATE_HZ, TranscriptChunk

PARTIAL_EVERY = bytes_of(0.5, LISTEN_RATE_HZ)
SPECULATE_AFTER = bytes_of(0.2, LISTEN_RATE_HZ)
"""Silence after which the words so far may be the last: decode without waiting."""
LEAST_SPOKEN = bytes_of(0.06, LISTEN_RATE_HZ)
"""Less is a click of the key, not a word."""
LEAST_PARTIAL = bytes_of(0.3, LISTEN_RATE_HZ)
"""The decoder invents words for less."""
FADE = bytes_of(0.12, LISTEN_RATE_HZ)
"""What follows the last loud block and still belongs to the word."""

Decode = Callable[[bytes], asyncio.Future[Decoded]]


@dataclass(frozen=True, slots=True)
class _Pass:
    """One decoding of the first `length` bytes."""

    length: int
    result: asyncio.Future[Decoded]


class GrowingUtterance:
    """One utterance. Lives on the loop; `decode` works elsewhere."""

    def __init__(self, decode: Decode, on_partial: OnPartial) -> None:
        self._decode = decode
        self._on_partial = on_partial
        self._pcm = bytearray()
        self._activity = Activity()
        self._pass: _Pass | None = None
        self._shown = True

    def feed(self, block: bytes) -> None:
        """Add a block; may report words and begin to decode."""
        self._pcm += block
        self._activity.feed(block)
        self._show()
        if self._is_due():
            self._begin()

    async def final(self) -> Decoded:
        """The words of the whole; its text is empty when nobody spoke."""
        if self._activity.spoken < LEAST_SPOKEN:
            return Decoded("", "", 0.0)
        if self._pass is None or not self._covers(self._pass):
            self._begin()
        assert self._pass
        return await self._pass.result

    def _begin(self) -> None:
        self._shown = False
        self._pass = _Pass(len(self._pcm), self._decode(bytes(self._pcm)))

    def _covers(self, done: _Pass) -> bool:
        """Whether nothing but silence came since."""
        needed = min(self._activity.total, self._activity.last_speech + FADE)
        return done.length >= needed

    def _is_due(self) -> bool:
        if self._activity.spoken < LEAST_PARTIAL:
            return False
        if self._pass is None:
            return True
        if not self._pass.result.done() or self._covers(self._pass):
            return False
        quiet = self._activity.total - self._activity.last_speech
        return quiet >= SPECULATE_AFTER or len(self._pcm) - self._pass.length >= PARTIAL_EVERY

    def _show(self) -> None:
        """Report the words of a finished pass, once; its failure is left for `final`."""
        if self._shown or self._pass is None or not self._pass.result.done():
            return
        self._shown = True
        if self._pass.result.cancelled() or self._pass.result.exception():
            return
        if text := self._pass.result.result().text:
            self._on_partial(TranscriptChunk(text))
