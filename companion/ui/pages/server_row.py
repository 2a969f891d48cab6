"""One server of the connection page: how it stands, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from companion.client.state import Health
from companion.language.translations import Translations
from companion.ui.icon_and_word import word_button
from companion.ui.status_line import HealthMark
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class ServerRow(QFrame):
    """One server: mark, name and address, what can be done."""

    def __init__(self, server: str, name: str, where: str) -> None:
        super().__init__()
        self.server = server
        self._name = name
        self.setObjectName(f"server:{server or 'embedded'}")
        self.setAccessibleName(name)
        self._mark = HealthMark()
        kept = self._mark.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self._mark.setSizePolicy(kept)
        self._mark.hide()
        self._reason = Words(style=Style(Size.SMALL, "failed"))
        self._reason.hide()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Words(name, Style(bold=True, max_lines=1)))
        words.addWidget(Words(where, Style(Size.SMALL, "muted", max_lines=1)))
        words.addWidget(self._reason)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, GRID, 0, GRID)
        self._row.setSpacing(2 * GRID)
        self._row.addWidget(self._mark)
        self._row.addLayout(words, 1)

    def add_buttons(
        self,
        texts: Translations,
        use: Callable[[str], None],
        forget: Callable[[str], None],
        *,
        in_use: bool,
    ) -> None:
        """Offer to use it, or say that it is used; offer to forget it."""
        if in_use:
            said = Words(texts.text("ui.connection.in_use"), Style(Size.SMALL, "accent", bold=True))
            self._row.addWidget(said)
        else:
            self._add_button("use", texts.text("ui.connection.use"), use)
        if self.server:
            self._add_button("forget", texts.text("ui.connection.forget"), forget, "quiet")

    def show_health(self, health: Health, words: str, reason: str) -> None:
        """Draw how the connection stands."""
        self._mark.show_health(health)
        self._mark.setAccessibleName(words)
        self._mark.setToolTip(words)
        self._mark.show()
        self._reason.say(reason)
        self._reason.setVisible(bool(reason))
        self.setAccessibleDescription(f"{words}. {reason}".strip())

    def _add_button(
        self, what: str, words: str, does: Callable[[str], None], kind: str = ""
    ) -> None:
        button = word_button(f"{what}:{self.server or 'embedded'}", words, kind)
        button.setAccessibleName(f"{words}: {self._name}")
        button.clicked.connect(lambda: does(self.server))
        self._row.addWidget(button)
