"""Joining a server: its address, then signing in by a code. Whoever plays alone passes it over."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout

from companion.client.first_start.steps import Step
from companion.client.pairing import PairingPhase
from companion.client.servers_view import ServersView
from companion.client.state import EMPTY, ClientState
from companion.ui.icon_and_word import word_button
from companion.ui.pages.connection import field
from companion.ui.pages.first_start.part_row import PartRow
from companion.ui.pages.first_start.step import StepParts, StepView
from companion.ui.pages.page import framed
from companion.ui.pages.pairing import PairingPanel
from companion.ui.sentences import failure_sentence
from companion.ui.theme import GRID
from companion.ui.words import Style, Words


class ServerStep(StepView):
    """One address, one button; the sign-in appears once a server is in use. GUI thread."""

    def __init__(self, parts: StepParts) -> None:
        super().__init__(Step.SERVER, parts)
        texts = parts.library.translations
        self._state = EMPTY
        self._fault = Words(style=Style(token="failed"))
        self._row = PartRow("engine", texts)
        self._row.pressed.connect(lambda: parts.servers.use(""))
        self._pairing = PairingPanel(texts, parts.commands)
        self._address = field("first:address", texts.text("ui.connection.address"))
        self._address.returnPressed.connect(self._join)
        join = word_button("first:join", parts.text("first.server.join"))
        join.clicked.connect(self._join)
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addWidget(self._address, 1)
        row.addWidget(join)
        frame, column = framed(parts.text("first.server.address"))
        column.addWidget(self._row)
        column.addLayout(row)
        column.addWidget(self._fault)
        self.column.addWidget(frame)
        self.column.addWidget(self._pairing)
        self.show_servers(ServersView())
        self.show_state(EMPTY)

    @property
    def is_done(self) -> bool:
        """Whether the player is signed in to a server."""
        return self._state.pairing.phase is PairingPhase.PAIRED

    def opened(self) -> None:
        """Read which server is in use."""
        self.parts.servers.look()

    def show_state(self, state: ClientState) -> None:
        """Draw the connection and the sign-in."""
        self._state = state
        part = self._row.part_of(state)
        fix = self.parts.text("first.fix.this_computer") if state.server else ""
        self._row.show_part(part, fix)
        self._pairing.show_pairing(state.pairing)
        self._pairing.setVisible(bool(state.server))

    def show_servers(self, view: ServersView) -> None:
        """Say why the last wish was not done."""
        texts = self.parts.library.translations
        fault = failure_sentence(view.reason, view.detail, texts) if view.reason else ""
        self._fault.say(fault)
        self._fault.setVisible(bool(fault))

    def _join(self) -> None:
        if address := self._address.text().strip():
            self.parts.servers.add("", address)
            self._address.clear()
