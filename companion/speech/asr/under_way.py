"""The utterance under way: its sound on the way to the recogniser, and when it began and ended."""

from __future__ import annotations

from companion.speech.asr.hearing import Hearing
from companion.speech.asr.talk_events import Closed, Ending
from companion.speech.audio.format import is_digital_silence
from companion.speech.ears import Utterance
from companion.speech.events import BLOCK_MS, Transcript

DEAD_TAIL_S = 0.5
"""An utterance without words that ends in so much digital silence was spoken into a dead device."""


class UnderWay:
    """At most one utterance at a time. Lives on the loop."""

    def __init__(self) -> None:
        self._hearing: Hearing | None = None
        self._closed: Closed | None = None
        self._last_audio = 0.0
        self._zeros_s = 0.0

    @property
    def is_there(self) -> bool:
        """Whether an utterance is heard or recognised."""
        return self._hearing is not None

    @property
    def is_dead(self) -> bool:
        """Whether its sound ended in digital silence, which no living microphone gives."""
        return self._zeros_s >= DEAD_TAIL_S

    def open(self, hearing: Hearing) -> None:
        """One begins."""
        self._zeros_s = 0.0
        self._hearing = hearing

    def sound(self, pcm: bytes, now: float) -> None:
        """20 ms of it came."""
        self._last_audio = now
        self._zeros_s = self._zeros_s + BLOCK_MS / 1000 if is_digital_silence(pcm) else 0.0
        if self._hearing:
            self._hearing.feed(pcm)

    def close(self, closed: Closed) -> None:
        """No more sound comes."""
        self._closed = closed
        if self._hearing:
            self._hearing.end()

    def utterance(self, transcript: Transcript, now: float) -> Utterance | None:
        """What it was; None when its words came before its end."""
        if (closed := self._closed) is None:
            return None
        is_cut = closed.ending is Ending.LIMIT
        return Utterance(transcript, closed.seconds, closed.key_up, self._last_audio, now, is_cut)

    def cancel(self) -> None:
        """Recognise no further."""
        if self._hearing:
            self._hearing.cancel()
        self.forget()

    def forget(self) -> None:
        """It is over."""
        self._hearing = None
        self._closed = None
