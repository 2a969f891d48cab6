"""What the microphone heard just before the key went down, so that no first word is lost. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from companion.speech.events import BLOCK_MS

PRE_ROLL_MS = 300
STALE_S = 0.3
"""Sound older than this belongs to another moment: the device paused in between."""


class PreRoll:
    """The last blocks of a warm microphone. One thread.

    Attributes:
        capacity: How many blocks of 20 ms are kept.
    """

    def __init__(self, length_ms: int = PRE_ROLL_MS) -> None:
        self.capacity = length_ms // BLOCK_MS
        self._blocks: deque[bytes] = deque(maxlen=self.capacity)
        self._last_at = 0.0

    def push(self, block: bytes, now: float) -> None:
        """Keep a block; the oldest one leaves."""
        self._blocks.append(block)
        self._last_at = now

    def put_back(self, blocks: Sequence[bytes], heard_at: float | None) -> None:
        """Keep what was taken and not used; the oldest leave.

        Args:
            blocks: Oldest first.
            heard_at: When the last of them was heard; None when none came since they were taken.
        """
        self._blocks.extend(blocks)
        self._last_at = self._last_at if heard_at is None else heard_at

    def take(self, now: float) -> tuple[bytes, ...]:
        """Hand out what is kept, oldest first, and keep nothing; nothing when it is stale."""
        blocks = tuple(self._blocks) if now - self._last_at <= STALE_S else ()
        self._blocks.clear()
        return blocks
