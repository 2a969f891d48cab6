"""One part of the companion in a step: mark, name, how it stands, why, and one button."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from companion.client.state import Health, Part
from companion.language.translations import Translations
from companion.ui.icon_and_word import word_button
from companion.ui.sentences import failure_sentence
from companion.ui.status_line import TOKENS, HealthMark
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class PartRow(QFrame):
    """Draws a part of the status line in a sentence. GUI thread."""

    pressed = Signal()
    """The one button."""

    def __init__(self, name: str, texts: Translations) -> None:
        super().__init__()
        self.setObjectName(f"first:part:{name}")
        self._texts = texts
        self._title = texts.text(f"first.part.{name}")
        self._mark = HealthMark()
        self._name = Words(self._title, Style(bold=True, max_lines=1))
        self._facts = Words(style=Style(token="muted", max_lines=1))
        self._reason = Words(style=Style(Size.SMALL))
        self._button = word_button(f"first:fix:{name}", "")
        self._button.clicked.connect(self.pressed)
        self._lay_out()

    def show_part(self, part: Part, fix: str = "") -> None:
        """Draw how it stands, and what its button does; no button without words."""
        texts = self._texts
        own = texts.texts.get(f"ui.part.words.{part.words}", part.words)
        health = texts.text(f"ui.health.{part.health.value}")
        facts = " · ".join(filter(None, (own, health)))
        reason = failure_sentence(part.reason, part.detail, texts)
        self._mark.show_health(part.health)
        self._facts.say(facts, "muted" if part.health is Health.READY else TOKENS[part.health])
        self._reason.say(reason)
        self._reason.setVisible(bool(reason))
        self._button.setText(fix.replace("&", "&&"))
        self._button.setAccessibleName(fix or self._title)
        self._button.setVisible(bool(fix))
        self.setAccessibleName(f"{self._title}: {facts}")
        self.setAccessibleDescription(reason)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(2 * GRID)
        first.addWidget(self._name)
        first.addWidget(self._facts, 1)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addLayout(first)
        words.addWidget(self._reason)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, GRID, 0, GRID)
        row.setSpacing(3 * GRID)
        row.addWidget(self._mark)
        row.addLayout(words, 1)
        row.addWidget(self._button)
