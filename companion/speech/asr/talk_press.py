"""One press of the talk key: what was delivered for it, and what is still due. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.speech.ears import READY_S
from companion.speech.events import BLOCK_MS

BLOCK_S = BLOCK_MS / 1000
TAIL_BLOCKS = 1
"""After key-up, so many blocks are waited for. Fingers leave a key later than lips a word, and a
second block would cost every answer 20 ms."""
BEHIND_S = 0.03
"""On a busy computer blocks come late and then all at once: while more sound than this is due from
before key-up, it is waited for."""
STALL_S = 2.0
"""Blocks that stay away for this long in mid-utterance end it: half of one is not acted on. A
loaded computer was seen to hold a live microphone up for half a second."""


@dataclass(slots=True)
class Press:
    """What is known of one press.

    Attributes:
        at: When the key went down.
        last_down: This press itself, also when it is a repeat.
        renewed: The last renewal, if its source renews.
        last_block: When the microphone last delivered.
        first_block: When the microphone first delivered after the press.
        delivered_s: Sound delivered since the press.
        sound: The utterance, pre-roll included; handed out once the press is no accident.
        has_signal: Whether there was more than zeros.
        is_opened: Whether the press is no accident.
        key_up: When it went up.
        tail_blocks: How many blocks are still due after that.
    """

    at: float
    last_down: float
    last_block: float
    renewed: float | None = None
    first_block: float | None = None
    delivered_s: float = 0.0
    sound: list[bytes] = field(default_factory=list)
    has_signal: bool = False
    is_opened: bool = False
    key_up: float = 0.0
    tail_blocks: int = TAIL_BLOCKS

    @property
    def sound_s(self) -> float:
        """Length of the utterance so far."""
        return len(self.sound) * BLOCK_S

    @property
    def is_behind(self) -> bool:
        """After key-up: whether sound from before it is still on its way."""
        if self.first_block is None:
            return False
        due_s = self.key_up - self.first_block + BLOCK_S
        return due_s - self.delivered_s > BEHIND_S

    def held_s(self, now: float) -> float:
        """By the clock or by the sound, whichever says more: sound may come faster in a bench."""
        return max(now - self.at, self.delivered_s)

    def is_deaf(self, now: float) -> bool:
        """Whether the microphone gives nothing, or has stopped to."""
        if self.has_signal:
            return now - self.last_block >= STALL_S
        return self.held_s(now) >= READY_S

    def arrived(self, now: float) -> None:
        """A block came."""
        if self.first_block is None:
            self.first_block = now
        self.delivered_s += BLOCK_S
        self.last_block = now
