"""Who speaks with which voice: speakers, and which binding wins. Pure.

A speaker is a lane (`speech/lanes.py`) or, among characters, `character:<system id>`; a request
without one is a reply. The more exact binding wins: speaker and language, speaker, then for
characters all characters (`character`) in that language, all characters; without a binding, the
chosen provider's own voice speaks.
"""

from __future__ import annotations

from companion.speech.lanes import Lane
from companion.speech.voices.voice_book import DesignedVoice, VoiceBook
from companion.support.errors import CompanionError, Failure

REPLY, CHARACTER = Lane.REPLY.value, Lane.CHARACTER.value
SPEAKERS = tuple(lane.value for lane in Lane)


def character(system_id: str) -> str:
    """The speaker that a system's character is."""
    return f"{CHARACTER}:{system_id}"


def named_by(speaker: str) -> str:
    """The character's own name or id; empty where the speaker is no character."""
    return speaker.removeprefix(f"{CHARACTER}:") if speaker.startswith(f"{CHARACTER}:") else ""


def check_speaker(speaker: str) -> str:
    """The speaker, if there is such a one.

    Raises:
        CompanionError: INVALID_INPUT.
    """
    kind, colon, name = speaker.partition(":")
    if kind not in SPEAKERS or (colon and (kind != CHARACTER or not name)):
        raise CompanionError(Failure.INVALID_INPUT, f"speaker {speaker!r}")
    return speaker


def voice_for(book: VoiceBook, speaker: str, language: str) -> DesignedVoice | None:
    """The voice that a speaker is bound to; None where the provider's own speaks.

    Args:
        book: Voices and bindings.
        speaker: Empty is a reply.
        language: `en` or `zh`.
    """
    voices = {voice.id: voice for voice in book.voices}
    bindings = {(b.speaker, b.language): b.voice for b in book.bindings}
    for place in _places(speaker or REPLY, language):
        if (voice_id := bindings.get(place)) in voices:
            return voices[voice_id]
    return None


def _places(speaker: str, language: str) -> list[tuple[str, str]]:
    """Where to look, most exact first."""
    kinds = [speaker, CHARACTER] if speaker.startswith(f"{CHARACTER}:") else [speaker]
    return [place for kind in kinds for place in ((kind, language), (kind, ""))]
