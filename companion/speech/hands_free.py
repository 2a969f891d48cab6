"""Talking without a key: our own voice is taken out of the sound, and speech opens and closes it.

It is off by default. The talk key works beside it, and is the sure way on loud speakers: a
canceller swallows some of what is said over them.
"""

from __future__ import annotations

from companion.speech.audio.played import Played
from companion.speech.echo import Canceller
from companion.speech.vad import SpeechWatch, Turn


class HandsFree:
    """Cleans what the microphone hears and finds utterances in it. One thread."""

    def __init__(self, played: Played, canceller: Canceller, watch: SpeechWatch) -> None:
        """Store the parts.

        Args:
            played: What the speaker is being given.
            canceller: Takes it out again.
            watch: Notices speech.
        """
        self._played = played
        self._canceller = canceller
        self._watch = watch

    def feed(self, pcm: bytes) -> tuple[bytes, list[Turn]]:
        """Take a block; its clean sound, and what began or ended in it."""
        clean = self._canceller.clean(pcm, self._played.take(len(pcm)))
        return clean, self._watch.feed(clean)
