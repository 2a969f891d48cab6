"""From what a device delivers to blocks of 20 ms, 16 kHz, mono. Pure."""

from __future__ import annotations

from companion.speech.audio.resample import Resampler, mono
from companion.speech.events import BLOCK_BYTES, LISTEN_RATE_HZ


class BlockMaker:
    """Converts one stream of interleaved s16le. One thread."""

    def __init__(self, rate_hz: int, channels: int) -> None:
        self._channels = channels
        fits = rate_hz == LISTEN_RATE_HZ
        self._resampler = None if fits else Resampler(rate_hz, LISTEN_RATE_HZ)
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Add what the device delivered; return the blocks that are complete."""
        pcm = mono(data, self._channels)
        self._rest += self._resampler.feed(pcm) if self._resampler else pcm
        whole = len(self._rest) // BLOCK_BYTES * BLOCK_BYTES
        blocks = [self._rest[at : at + BLOCK_BYTES] for at in range(0, whole, BLOCK_BYTES)]
        self._rest = self._rest[whole:]
        return blocks
