"""One part of the companion in a step: mark, name, how it stands, why, and one button."""

from __future__ import annotations

from PySide6.QtCore import Signal

from companion.client.state import ClientState, Part
from companion.language.translations import Translations
from companion.ui.icon_and_word import word_button
from companion.ui.pages.health_row import HealthRow, facts_of
from companion.ui.sentences import failure_sentence


class PartRow(HealthRow):
    """Draws a part of the status line in a sentence. GUI thread."""

    pressed = Signal()
    """The one button."""

    def __init__(self, name: str, texts: Translations) -> None:
        button = word_button(f"first:fix:{name}", "")
        super().__init__(button)
        self._button = button
        self.setObjectName(f"first:part:{name}")
        self._part = name
        self._texts = texts
        self._title = texts.text(f"first.part.{name}")
        self._button.clicked.connect(self.pressed)

    def part_of(self, state: ClientState) -> Part:
        """Its part as it stands; one that is not known yet starts."""
        return next((part for part in state.parts if part.name == self._part), Part(self._part))

    def show_part(self, part: Part, fix: str = "") -> None:
        """Draw how it stands, and what its button does; no button without words."""
        facts = facts_of(part.words, part.health, self._texts)
        reason = failure_sentence(part.reason, part.detail, self._texts)
        self.show_health(self._title, facts, part.health, reason)
        self._button.setText(fix.replace("&", "&&"))
        self._button.setAccessibleName(fix or self._title)
        self._button.setVisible(bool(fix))
