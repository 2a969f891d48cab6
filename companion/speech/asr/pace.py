"""When captured sound may be sent: at the speed of time, and twice that to catch up.

What was spoken before the gateway was ready waits here. Whole recordings pushed at once are not
supported by the service, and a gap makes it give up, so a stalled microphone is filled with
silence.
"""

from __future__ import annotations

from companion.speech.events import LISTEN_RATE_HZ

BYTES_PER_S = LISTEN_RATE_HZ * 2
FRAME_BYTES = BYTES_PER_S // 10
"""100 ms, as the vendor's C++ client advises."""
CATCH_UP = 2.0
"""Seconds of sound a second, while there is a backlog."""
BURST_S = 0.2
"""Sound that may be sent at once after a pause."""
GAP_S = 0.5
"""Time without sound after which silence is sent."""
LIMIT_S = 58.0
"""The service refuses more than 60 s."""


class AudioPace:
    """Guards the sound of one utterance that is not sent yet, and the pace. One loop."""

    def __init__(self) -> None:
        self._backlog = bytearray()
        self._taken_bytes = 0
        self._ended = False
        self._credit_s = BURST_S
        self._credit_at = 0.0
        self._sent_at = 0.0

    @property
    def is_untouched(self) -> bool:
        """Whether no sound was taken yet."""
        return self._taken_bytes == 0

    @property
    def is_finished(self) -> bool:
        """Whether all sound there will be is sent."""
        return self._ended and not self._backlog

    def add(self, pcm: bytes) -> None:
        """Queue sound, whole samples; beyond the limit it is dropped and the utterance ends."""
        room = int(LIMIT_S * BYTES_PER_S) - self._taken_bytes
        if self._ended or room <= 0:
            return
        taken = pcm[: min(room, len(pcm) & ~1)]
        self._backlog += taken
        self._taken_bytes += len(taken)
        self._ended = self._taken_bytes >= int(LIMIT_S * BYTES_PER_S)

    def end(self) -> None:
        """No more comes."""
        self._ended = True

    def begin(self, now: float) -> None:
        """The gateway takes sound from now on."""
        self._credit_at = self._sent_at = now

    def due(self, now: float) -> list[bytes]:
        """Take the frames that may be sent now, of at most 100 ms each."""
        self._earn(now)
        if not self._backlog and not self._ended and now - self._sent_at >= GAP_S:
            self.add(bytes(int(GAP_S * BYTES_PER_S)))
        frames = []
        while self._backlog and self._credit_s + 1e-9 >= self._next_bytes() / BYTES_PER_S:
            count = self._next_bytes()
            frames.append(bytes(self._backlog[:count]))
            del self._backlog[:count]
            self._credit_s -= count / BYTES_PER_S
            self._sent_at = now
        return frames

    def wake_at(self) -> float | None:
        """When `due` has something to give, as far as is known now."""
        if self._backlog:
            lacking_s = max(0.0, self._next_bytes() / BYTES_PER_S - self._credit_s)
            return self._credit_at + lacking_s / CATCH_UP
        return None if self._ended else self._sent_at + GAP_S

    def _next_bytes(self) -> int:
        return min(len(self._backlog), FRAME_BYTES)

    def _earn(self, now: float) -> None:
        earned_s = (now - self._credit_at) * CATCH_UP
        self._credit_s = min(BURST_S, self._credit_s + earned_s)
        self._credit_at = now
