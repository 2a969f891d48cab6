"""A word that wakes hands-free talking: small packaged models (`pymicro-wakeword`, Apache-2.0)."""

from __future__ import annotations

from typing import Protocol

from companion.support.errors import CompanionError, Failure

WORDS = ("hey_jarvis", "okay_nabu", "hey_mycroft", "alexa")
"""What there are models for; all English."""


class WakeWord(Protocol):
    """Listens for one word in a stream. One thread."""

    def heard(self, pcm: bytes) -> bool:
        """Take 16 kHz sound; whether the word ended in it."""
        ...


class MicroWakeWord:
    """One of WORDS."""

    def __init__(self, word: str) -> None:
        """Load its model; some milliseconds.

        Raises:
            CompanionError: NO_SPEECH_MODEL when the package is missing, SPEECH_SETTING_WRONG for a
                word without a model.
        """
        if word not in WORDS:
            detail = f"{word}: {', '.join(WORDS)}"
            raise CompanionError(Failure.SPEECH_SETTING_WRONG, detail)
        try:
            import pymicro_wakeword as micro  # an optional package
        except ImportError as error:
            raise CompanionError(Failure.NO_SPEECH_MODEL, "pymicro-wakeword") from error
        self._features = micro.MicroWakeWordFeatures()
        self._model = micro.MicroWakeWord.from_builtin(micro.Model(word))

    def heard(self, pcm: bytes) -> bool:
        """Take 16 kHz sound; whether the word ended in it."""
        found = [self._model.process_streaming(f) for f in self._features.process_streaming(pcm)]
        return any(found)
