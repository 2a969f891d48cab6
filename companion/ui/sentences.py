"""What a player reads for a failure, a phase or an entry of the log."""

from __future__ import annotations

import math

from companion.client.state import Entry, Phase, Voice
from companion.language.translations import Translations
from companion.support.errors import Failure


def failure_sentence(reason: Failure | None, detail: str, translations: Translations) -> str:
    """Cause and next step; without a failure the text that `detail` is the key of, or nothing."""
    if reason is None:
        return translations.text(detail) if translations.has(detail) else ""
    return translations.text(f"failure.{reason.value}", detail=detail)


def phase_words(voice: Voice, translations: Translations) -> str:
    """`Listening · 0:52 left`, `Thinking`, `Silent`."""
    word = translations.text(f"ui.phase.{voice.phase.value}")
    if voice.phase is not Phase.LISTENING or voice.seconds_left <= 0:
        return word
    left = translations.text("ui.time_left", time=clock_time(voice.seconds_left))
    return f"{word} · {left}"


def clock_time(seconds: float) -> str:
    """Seconds as `m:ss`, rounded up so that 0:00 is the end."""
    whole = math.ceil(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def spoken_note(entry: Entry, translations: Translations) -> str:
    """`spoken · 0.9 s` for an utterance, nothing for typed words."""
    if entry.spoken_s <= 0:
        return ""
    return translations.text("ui.spoken", seconds=f"{entry.spoken_s:.1f}")
