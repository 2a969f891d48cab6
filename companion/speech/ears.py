"""What the client asks of its ears: a warm microphone, the talk key's lease and a recogniser.

`speech/asr/listener.py` implements it over `Microphone` and `Recognizer`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol

from companion.speech.events import Transcribe, Transcript
from companion.support.errors import Failure

MAX_UTTERANCE_S = 58.0
"""Recording ends by itself here, with what was heard so far (decisions.md, Numbers)."""
MIN_HOLD_S = 0.15
"""A shorter press is an accident: TOO_SHORT."""
READY_S = 15.0
"""A device that gives no signal for this long after the press is lost. Long: one that cannot be
opened is reported at once, and a busy computer or a headset that wakes up takes seconds."""


class EarPhase(enum.StrEnum):
    """What the ears do."""

    IDLE = "idle"
    GETTING_READY = "getting_ready"
    """The key is down and the device has not delivered yet."""
    LISTENING = "listening"
    RECOGNISING = "recognising"


@dataclass(frozen=True, slots=True)
class Utterance:
    """What came of one hold of the key; times are seconds of the given clock's `monotonic`.

    Attributes:
        transcript: The words.
        seconds: Length of the sound, pre-roll included.
        key_up: When the key went up (or the limit ended it).
        last_audio: When the last block was handed to the recogniser.
        final_text: When the transcript was there.
        is_cut: Whether the limit ended it while the key was still down.
    """

    transcript: Transcript
    seconds: float
    key_up: float
    last_audio: float
    final_text: float
    is_cut: bool = False


class EarsEvents(Protocol):
    """What the ears report; every method is called on the loop."""

    def ear_phase(self, phase: EarPhase) -> None:
        """The phase changed."""
        ...

    def ear_level(self, dbfs: float) -> None:
        """Loudness of the last 20 ms, -90 to 0, while listening; at most 50 a second."""
        ...

    def ear_words(self, text: str) -> None:
        """Words so far; replaces those before."""
        ...

    def ear_utterance(self, utterance: Utterance) -> None:
        """An utterance ended in words. Exactly one of this and `ear_failed` follows a press."""
        ...

    def ear_failed(self, failure: Failure, detail: str) -> None:
        """An utterance ended without words; CANCELLED when we were told."""
        ...

    def ear_trouble(self, failure: Failure, detail: str) -> None:
        """Microphone or recogniser are not usable at present; no utterance ended because of it."""
        ...

    def ear_voice(self, *, is_speaking: bool) -> None:
        """Without a key: somebody began to speak, or has ended."""
        ...

    def ear_loaded(self, words: str) -> None:
        """The recogniser is usable; `words` such as `offline en` names it."""
        ...

    def ear_open(self) -> None:
        """The microphone delivers, or will be opened when the key goes down."""
        ...


class Ears(Protocol):
    """Listening. Every method is called on the loop and returns at once, unless it is async."""

    async def start(self) -> None:
        """Open the microphone warm and load the recogniser; failures go to `ear_trouble`."""
        ...

    def press(self, request: Transcribe) -> None:
        """The key went down: begin an utterance (one under way is cancelled first)."""
        ...

    def release(self) -> None:
        """The key went up: end the utterance and recognise it. Without a press: nothing."""
        ...

    def cancel(self) -> None:
        """Throw the utterance away, also one being recognised."""
        ...

    async def stop(self) -> None:
        """Close everything."""
        ...
