"""Talking without a key: our own voice is taken out of the sound, and speech opens and closes it.

It is off by default. The talk key works beside it, and is the sure way on loud speakers: a
canceller swallows some of what is said over them.
"""

from __future__ import annotations

from companion.speech.audio.format import seconds_of
from companion.speech.audio.played import Played
from companion.speech.echo.canceller import Canceller
from companion.speech.events import LISTEN_RATE_HZ
from companion.speech.vad import SpeechWatch, Turn
from companion.speech.wake import WakeWord

AWAKE_S = 8.0
"""After its word, and after each utterance, no word is needed for so long."""


class HandsFree:
    """Cleans what the microphone hears and finds utterances in it. One thread."""

    def __init__(
        self,
        played: Played,
        canceller: Canceller,
        watch: SpeechWatch,
        wake: WakeWord | None = None,
    ) -> None:
        """Store the parts.

        Args:
            played: What the speaker is being given.
            canceller: Takes it out again.
            watch: Notices speech.
            wake: The word that must come first; None takes all speech as meant for us.
        """
        self._played = played
        self._canceller = canceller
        self._watch = watch
        self._wake = wake
        self._awake_s = 0.0
        self._is_told = False

    def feed(self, pcm: bytes) -> tuple[bytes, list[Turn]]:
        """Take a block; its clean sound, and what began or ended in it."""
        clean = self._canceller.clean(pcm, self._played.take(len(pcm)))
        turns = self._watch.feed(clean)
        return clean, turns if self._wake is None else self._meant(self._wake, clean, turns)

    def _meant(self, wake: WakeWord, clean: bytes, turns: list[Turn]) -> list[Turn]:
        """Only what follows the word, or is said in one breath with it."""
        self._awake_s = max(0.0, self._awake_s - seconds_of(clean, LISTEN_RATE_HZ))
        woken = wake.heard(clean)
        if woken:
            self._awake_s = AWAKE_S
        found = []
        if (Turn.BEGAN in turns or (woken and self._watch.is_open)) and self._may_begin:
            self._is_told = True
            found.append(Turn.BEGAN)
        if Turn.ENDED in turns and self._is_told:
            self._is_told = False
            self._awake_s = AWAKE_S
            found.append(Turn.ENDED)
        return found

    @property
    def _may_begin(self) -> bool:
        return self._awake_s > 0 and not self._is_told
