"""How something stands, in a row: mark, name, facts, below them why, and one button."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from companion.client.state import Health
from companion.language.translations import Translations
from companion.ui.status_line import TOKENS, HealthMark
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class HealthRow(QFrame):
    """The row; what it is about and what its button does is its owner's. GUI thread."""

    def __init__(self, button: QPushButton) -> None:
        super().__init__()
        self._mark = HealthMark()
        self._name = Words(style=Style(bold=True, max_lines=1))
        self._facts = Words(style=Style(token="muted", max_lines=1))
        self._reason = Words(style=Style(Size.SMALL))
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
        row.addWidget(button)

    def show_health(self, name: str, facts: str, health: Health, reason: str) -> None:
        """Draw it; screen readers are told the same."""
        self._mark.show_health(health)
        self._name.say(name)
        self._facts.say(facts, "muted" if health is Health.READY else TOKENS[health])
        self._reason.say(reason)
        self._reason.setVisible(bool(reason))
        self.setAccessibleName(f"{name}: {facts}")
        self.setAccessibleDescription(reason)


def facts_of(words: str, health: Health, texts: Translations) -> str:
    """A part's own words and its health, such as `F8 · ready`."""
    own = texts.texts.get(f"ui.part.words.{words}", words)
    return " · ".join(filter(None, (own, texts.text(f"ui.health.{health.value}"))))
