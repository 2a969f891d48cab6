"""Signing in to a server: by a code the game shows, or by one that is typed in the game."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from companion.client.commands import ClientCommands
from companion.client.orders import PairByName, PairInGame, PairWithCode
from companion.client.pairing import NO_PAIRING, PairingPhase, PairingState
from companion.language.translations import Translations
from companion.ui.icon_and_word import word_button
from companion.ui.sentences import failure_sentence
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

_TOKENS = {PairingPhase.PAIRED: "accent"}
PLAYER_CHARACTERS = 64
CODE_CHARACTERS = 16


class PairingPanel(QFrame):
    """Draws `ClientState.pairing`: what stands, what to do next, how to do it. GUI thread."""

    def __init__(self, translations: Translations, commands: ClientCommands) -> None:
        super().__init__()
        of_kind(self, "card")
        self.setObjectName("pairing")
        self._texts = translations
        self._commands = commands
        self._shown = NO_PAIRING
        self.setAccessibleName(translations.text("ui.pairing"))
        self._said = Words(style=Style())
        self._code_shown = Words(style=Style(Size.TITLE, bold=True))
        self._player = self._field("pairing:player", "ui.pairing.player", PLAYER_CHARACTERS)
        self._code = self._field("pairing:code", "ui.pairing.code", CODE_CHARACTERS)
        self._ask = word_button("pairing:ask", translations.text("ui.pairing.ask"), "primary")
        self._send = word_button("pairing:send", translations.text("ui.pairing.send"), "primary")
        self._in_game = word_button("pairing:in_game", translations.text("ui.pairing.in_game"))
        self._lay_out()
        self._ask.clicked.connect(self._ask_by_name)
        self._player.returnPressed.connect(self._ask_by_name)
        self._send.clicked.connect(self._send_code)
        self._code.returnPressed.connect(self._send_code)
        self._in_game.clicked.connect(self._ask_in_game)
        self._draw()

    def show_pairing(self, pairing: PairingState) -> None:
        """Draw where it stands."""
        if pairing != self._shown:
            self._shown = pairing
            self._draw()

    def _draw(self) -> None:
        pairing, phase = self._shown, self._shown.phase
        token = "failed" if pairing.reason else _TOKENS.get(phase, "ink")
        self._said.say(self._sentence(pairing), token)
        self._code_shown.say(f"/system pair {pairing.code}" if pairing.code else "")
        self._code_shown.setVisible(bool(pairing.code))
        enters = phase is PairingPhase.ENTER_CODE
        waits = phase is PairingPhase.ASKED
        for widget in (self._code, self._send):
            widget.setVisible(enters)
        for other in (self._player, self._ask, self._in_game):
            other.setVisible(not enters)
            other.setEnabled(not waits)

    def _sentence(self, pairing: PairingState) -> str:
        if pairing.reason is not None:
            return failure_sentence(pairing.reason, pairing.detail, self._texts)
        said = self._texts.text(f"ui.pairing.{pairing.phase.value}")
        if pairing.phase is PairingPhase.PAIRED and not pairing.is_kept:
            said += " " + self._texts.text("ui.pairing.not_kept")
        if pairing.expires_s > 0:
            said += " " + self._texts.text(
                "ui.pairing.expires", minutes=str(max(1, round(pairing.expires_s / 60)))
            )
        return said

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        column.setSpacing(2 * GRID)
        column.addWidget(Words(self._texts.text("ui.pairing"), Style(Size.HEADING, bold=True)))
        column.addWidget(self._said)
        column.addWidget(self._code_shown)
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        for widget in (self._player, self._ask, self._code, self._send):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self._in_game)
        column.addLayout(row)

    def _field(self, name: str, key: str, most: int) -> QLineEdit:
        made = QLineEdit()
        words = self._texts.text(key)
        made.setObjectName(name)
        made.setAccessibleName(words)
        made.setPlaceholderText(words)
        made.setMaxLength(most)
        made.setMinimumWidth(50 * GRID)
        return made

    def _ask_by_name(self) -> None:
        if self._player.text().strip():
            self._commands.order(PairByName(self._player.text().strip()))

    def _send_code(self) -> None:
        if self._code.text().strip():
            self._commands.order(PairWithCode(self._code.text().strip()))
            self._code.clear()

    def _ask_in_game(self) -> None:
        self._commands.order(PairInGame())
