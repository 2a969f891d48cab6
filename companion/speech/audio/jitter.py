"""Smooth playback of sound that arrives in bursts. Pure: who shares it between threads locks it."""

from __future__ import annotations


class JitterBuffer:
    """Hands out exactly as many bytes as are asked for, and begins once enough has come.

    Attributes:
        starved_bytes: Silence that was put in since playback began because sound was late.
        starved_times: How often that began.
    """

    def __init__(self, prebuffer_bytes: int) -> None:
        self._prebuffer_bytes = prebuffer_bytes
        self._queue = bytearray()
        self._flowing = False
        self._ended = False
        self._starving = False
        self.starved_bytes = 0
        self.starved_times = 0

    def push(self, pcm: bytes) -> None:
        """Add sound at the end."""
        self._queue += pcm
        if len(self._queue) >= self._prebuffer_bytes:
            self._flowing = True

    def end(self) -> None:
        """Say that no more comes, so that a stretch shorter than the prebuffer plays too."""
        self._ended = self._flowing = True

    def clear(self) -> None:
        """Drop what waits."""
        self._queue.clear()

    def pull(self, count: int) -> bytes:
        """Take up to `count` bytes; what is missing is silence for the caller to add."""
        if not self._flowing:
            return b""
        pcm = bytes(self._queue[:count])
        del self._queue[:count]
        self._account(count - len(pcm))
        return pcm

    @property
    def drained(self) -> bool:
        """Whether the last byte has been handed out."""
        return self._ended and not self._queue

    def _account(self, missing: int) -> None:
        starving = missing > 0 and not self._ended
        if starving:
            self.starved_bytes += missing
            self.starved_times += not self._starving
        self._starving = starving
