"""A microphone that does not wait for real time: what it is told arrives at once."""

from __future__ import annotations

import threading

from companion.speech.audio.devices import OnBlock, OnLost
from companion.speech.events import BLOCK_BYTES, BLOCK_MS

_QUIET = b"\x01\x00\xff\xff" * (BLOCK_BYTES // 4)
"""One bit loud, as exact zeros would mean a dead device."""


class InstantMicrophone:
    """Delivers faint noise in real time, and what it is told at once. Any thread."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._on_block: OnBlock = lambda pcm: None
        self._lock = threading.Lock()

    def start(self, on_block: OnBlock, on_lost: OnLost) -> None:
        """Begin to deliver."""
        del on_lost  # this device cannot be unplugged
        self._on_block = on_block
        self._stop.clear()
        threading.Thread(target=self._hum, name="instant-microphone", daemon=True).start()

    def stop(self) -> None:
        """End delivery."""
        self._stop.set()

    def say(self, pcm: bytes) -> None:
        """Deliver sound now, block by block, without waiting."""
        padded = pcm + bytes(-len(pcm) % BLOCK_BYTES)
        with self._lock:
            for at in range(0, len(padded), BLOCK_BYTES):
                self._on_block(padded[at : at + BLOCK_BYTES])

    def _hum(self) -> None:
        while not self._stop.wait(BLOCK_MS / 1000):
            with self._lock:
                self._on_block(_QUIET)
