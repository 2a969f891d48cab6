"""The field's words for what passes between the parts of speech."""

from __future__ import annotations

from dataclasses import dataclass

LISTEN_RATE_HZ = 16_000
"""Rate of all sound on its way to a recogniser; mono, signed 16-bit little endian."""
BLOCK_MS = 20
"""Length of one captured block."""
BLOCK_BYTES = LISTEN_RATE_HZ * BLOCK_MS // 1000 * 2


@dataclass(frozen=True, slots=True)
class Transcribe:
    """A request to turn one utterance into words.

    Attributes:
        language: `en` or `zh`; empty asks the recogniser to find out.
        hints: Labels of the visible card; never the sentence that is expected.
        names: Names of the pack, the likeliest first: hot words where a recogniser takes them, and
            how a name that was misheard is written.
    """

    language: str = ""
    hints: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TranscriptChunk:
    """Words so far; each one replaces the one before."""

    text: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """The words of one utterance.

    Attributes:
        text: Trimmed; never empty (an utterance without words is a `RecognitionError`).
        language: `en` or `zh`.
        confidence: 0 to 1.
    """

    text: str
    language: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Synthesize:
    """A request to say one sentence.

    Attributes:
        text: Already made for the ear: no codes, no marks, no ids.
        language: `en` or `zh`.
        speaker: Who speaks, as `speech/voices/bindings.py` names speakers: `character:ID`, `quest`,
            `notice`; empty is the reply itself. It chooses the voice.
    """

    text: str
    language: str
    speaker: str = ""
