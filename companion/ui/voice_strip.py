"""The heart of the overlay: level, state in one word, live words, time left, key."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from companion.client.state import ClientState, Phase
from companion.language.translations import Translations
from companion.ui.chip import Chip
from companion.ui.level import LevelBars
from companion.ui.overlay_panel import OverlayPanel
from companion.ui.sentences import failure_sentence, phase_words
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

TOKENS: Mapping[Phase, str] = {
    Phase.IDLE: "muted",
    Phase.GETTING_READY: "waiting",
    Phase.LISTENING: "accent",
    Phase.RECOGNISING: "waiting",
    Phase.THINKING: "waiting",
    Phase.SPEAKING: "accent",
    Phase.SILENT: "failed",
}


SPEAKING_SHARE = 0.6
MOST_LINES = 6
"""Room for a cause and the next step, in any language."""

MOST_WRITTEN = 120
"""Characters shown of an answer that is being written: its end, in a few lines."""


class VoiceStrip(OverlayPanel):
    """Draws what the voice does; it grows only with long words. GUI thread."""

    def __init__(self, translations: Translations) -> None:
        super().__init__("strip")
        self._translations = translations
        self._phase = Phase.IDLE
        self._bars = LevelBars()
        self._bars.setObjectName("strip:level")
        self._state = Words(style=Style(Size.SMALL, "muted", max_lines=1))
        self._state.setObjectName("strip:phase")
        self._words = Words(style=Style(Size.BODY, "ink", max_lines=MOST_LINES))
        self._words.setObjectName("strip:words")
        self._key = Chip()
        self.column.addLayout(self._laid_out())

    def show_state(self, state: ClientState, key: str) -> None:
        """Draw a snapshot."""
        voice = state.voice
        self._phase = voice.phase
        if voice.phase is Phase.LISTENING:
            self._bars.listen()
        else:
            speaks = voice.phase is Phase.SPEAKING
            self._bars.rest(TOKENS[voice.phase], SPEAKING_SHARE if speaks else 0.0)
        self._state.say(phase_words(voice, self._translations), TOKENS[voice.phase])
        self._words.say(*strip_words(state, key, self._translations))
        self._key.say(key)

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is, while it listens."""
        if self._phase is Phase.LISTENING:
            self._bars.show_level(dbfs)

    def _laid_out(self) -> QHBoxLayout:
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self._state)
        texts.addWidget(self._words)
        row = QHBoxLayout()
        row.setSpacing(3 * GRID)
        row.addWidget(self._bars, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(texts, 1)
        row.addWidget(self._key, 0, Qt.AlignmentFlag.AlignVCenter)
        return row


def strip_words(state: ClientState, key: str, translations: Translations) -> tuple[str, str]:
    """The strip's second line and its colour: live words, why it is silent, or what to do."""
    voice = state.voice
    match voice.phase:
        case Phase.SILENT:
            return failure_sentence(voice.reason, voice.detail, translations), "ink"
        case Phase.SPEAKING:
            return translations.text("ui.strip.speaking", talk_key=key), "muted"
        case Phase.IDLE:
            return translations.text("ui.strip.idle", talk_key=key), "muted"
        case Phase.THINKING if state.partial:
            return _end_of(state.partial), "ink"
        case _:
            return voice.words or translations.text(f"ui.strip.{voice.phase.value}"), (
                "ink" if voice.words else "muted"
            )


def _end_of(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= MOST_WRITTEN else f"…{words[-MOST_WRITTEN:]}"
