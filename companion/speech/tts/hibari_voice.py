"""The English voice: hibari, voice `heart`. Blocks; for an executor."""

from __future__ import annotations

from collections.abc import Iterator

from companion.speech.audio.format import Samples
from companion.speech.models.catalog import HIBARI
from companion.speech.models.store import ModelStore
from companion.speech.tts.stop import Stop

RATE_HZ = 24_000
_SEED = 0
"""The voice's noise is the same each time, so that the same words sound the same."""


class HibariVoice:
    """A loaded voice. One thread at a time."""

    def __init__(self, store: ModelStore) -> None:
        from hibari import Hibari

        model = store.locate(HIBARI)["hibari.onnx"]
        self._hibari = Hibari(voice="heart", model=str(model))
        self._hibari.phonemize("ready")

    def speak(self, text: str, stop: Stop) -> Iterator[Samples]:
        """Say English text, sentence by sentence; 24 kHz. Too quick to be stopped: 20 ms."""
        del stop
        for phonemes in self.phonemes(text):
            yield self._hibari.from_phonemes(phonemes, seed=_SEED)

    def phonemes(self, text: str) -> list[str]:
        """Phonemes of English text, a string a sentence, in Kokoro's alphabet."""
        found: list[str] = self._hibari.phonemize(text)
        return found
