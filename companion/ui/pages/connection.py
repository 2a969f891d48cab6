"""The connection page: which server, as whom, and signing in to it."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from companion.client.commands import ClientCommands
from companion.client.servers_view import ServersView
from companion.client.state import ClientState
from companion.language.translations import Translations
from companion.ui.icon_and_word import word_button
from companion.ui.pages.certificate import CertificatePanel
from companion.ui.pages.desk import PageDesk
from companion.ui.pages.page import Page, framed
from companion.ui.pages.pairing import PairingPanel
from companion.ui.pages.server_row import ServerRow
from companion.ui.sentences import failure_sentence
from companion.ui.theme import GRID, Size
from companion.ui.tick_box import TickBox
from companion.ui.words import Style, Words


class ConnectionPage(Page):
    """Draws servers, accounts and the sign-in. GUI thread."""

    def __init__(
        self, translations: Translations, commands: ClientCommands, desk: PageDesk
    ) -> None:
        super().__init__("connection", translations)
        self._orders = desk.servers
        desk.servers_came.connect(self.show_servers)
        self._view = ServersView()
        self._state = ClientState()
        self._fault = Words(style=Style(token="failed"))
        self._list = QVBoxLayout()
        self._list.setSpacing(GRID)
        self._rows: list[ServerRow] = []
        self.certificate = CertificatePanel(translations, self._orders)
        self.pairing = PairingPanel(translations, commands)
        column = self.fresh()
        column.addWidget(self._fault)
        column.addWidget(self._servers())
        column.addWidget(self.certificate)
        column.addWidget(self.pairing)
        column.addWidget(self._accounts())
        column.addStretch(1)
        self.show_servers(self._view)

    def opened(self) -> None:
        """Read the list anew."""
        self._orders.look()

    def show_state(self, state: ClientState) -> None:
        """Draw how the connection and the sign-in stand."""
        self._state = state
        self.pairing.show_pairing(state.pairing)
        self._mark()

    def show_servers(self, view: ServersView) -> None:
        """Draw servers and accounts."""
        self._view = view
        fault = failure_sentence(view.reason, view.detail, self.texts) if view.reason else ""
        self._fault.say(fault)
        self._fault.setVisible(bool(fault))
        self.pairing.setVisible(bool(view.current))
        self._fill_list()
        self._fill_accounts()
        self.certificate.show_servers(view)
        self._mark()

    def _servers(self) -> QWidget:
        text = self.texts.text
        frame, column = framed(text("ui.connection.servers"))
        column.addLayout(self._list)
        column.addSpacing(GRID)
        column.addWidget(Words(text("ui.connection.add.line"), Style(Size.SMALL, "muted")))
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        self._name = field("server:name", text("ui.connection.name"))
        self._address = field("server:address", text("ui.connection.address"))
        self._address.returnPressed.connect(self._add)
        add = word_button("server:add", text("ui.connection.add"), "primary")
        add.clicked.connect(self._add)
        for widget, stretch in ((self._name, 2), (self._address, 3), (add, 0)):
            row.addWidget(widget, stretch)
        self._insecure = TickBox(text("ui.connection.insecure"))
        self._insecure.setObjectName("server:insecure")
        column.addLayout(row)
        column.addWidget(self._insecure)
        return frame

    def _accounts(self) -> QWidget:
        text = self.texts.text
        frame, column = framed(text("ui.connection.accounts"))
        column.addWidget(Words(text("ui.connection.accounts.line"), Style(Size.SMALL, "muted")))
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        self._account = QComboBox()
        self._account.setObjectName("account:choice")
        self._account.setAccessibleName(text("ui.connection.accounts"))
        self._account.activated.connect(self._choose_account)
        self._new_account = field("account:name", text("ui.connection.account.name"))
        self._new_account.returnPressed.connect(self._add_account)
        add = word_button("account:add", text("ui.connection.account.add"))
        add.clicked.connect(self._add_account)
        for widget, stretch in ((self._account, 2), (self._new_account, 2), (add, 0)):
            row.addWidget(widget, stretch)
        column.addLayout(row)
        return frame

    def _fill_list(self) -> None:
        for row in self._rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        text = self.texts.text
        embedded = ServerRow("", text("ui.connection.embedded"), text("ui.connection.here"))
        self._rows = [embedded]
        for server in self._view.servers:
            where = server.url
            if server.certificate:
                where = text("ui.connection.trusted", address=where)
            self._rows.append(ServerRow(str(server.id), server.name, where))
        for row in self._rows:
            row.add_buttons(
                self.texts,
                self._orders.use,
                self._orders.forget,
                in_use=row.server == self._view.current,
            )
            self._list.addWidget(row)

    def _fill_accounts(self) -> None:
        self._account.clear()
        for number, account in enumerate(self._view.accounts, 1):
            name = account.name or self.texts.text("ui.connection.account", number=str(number))
            self._account.addItem(name, str(account.id))
        self._account.setCurrentIndex(self._account.findData(self._view.account))
        self._account.setEnabled(self._account.count() > 1)

    def _mark(self) -> None:
        """The server in use says how it stands; the others say nothing."""
        part = next((part for part in self._state.parts if part.name == "engine"), None)
        self.certificate.show_reason(part.reason if part else None)
        for row in self._rows:
            if part is not None and row.server == self._view.current:
                health = self.texts.text(f"ui.health.{part.health.value}")
                reason = failure_sentence(part.reason, part.detail, self.texts)
                row.show_health(part.health, health, reason)

    def _add(self) -> None:
        if self._address.text().strip():
            self._orders.add(
                self._name.text(), self._address.text(), insecure=self._insecure.isChecked()
            )
            self._name.clear()
            self._address.clear()
            self._insecure.setChecked(False)

    def _add_account(self) -> None:
        if self._new_account.text().strip():
            self._orders.add_account(self._new_account.text())
            self._new_account.clear()

    def _choose_account(self) -> None:
        wanted = str(self._account.currentData())
        if wanted != self._view.account:
            self._orders.use_account(wanted)


def field(name: str, words: str) -> QLineEdit:
    """A line to type in, named by its own hint."""
    made = QLineEdit()
    made.setObjectName(name)
    made.setAccessibleName(words)
    made.setPlaceholderText(words)
    made.setMaxLength(256)
    return made
