"""Servers joined through the window: real `companion serve` processes, sockets and certificates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from companion.client.navigation import PageName
from companion.client.orders import GoTo, Pin
from companion.client.pairing import PairingPhase
from companion.client.state import Health
from companion.support.errors import Failure
from companion.support.settings import write_settings
from tests.helpers.access_certificates import DAY, make_certificate
from tests.helpers.secrets import FakeStore
from tests.helpers.serve_process import ServeProcess, serving
from tests.helpers.ui_look import find, texts
from tests.ui import test_windowed_companion as whole

WAIT_MS = whole.WAIT_MS
start = whole.start


@dataclass
class Player:
    """Sits before a window, sees what it says, and presses what is there."""

    window: whole.Running
    qtbot: QtBot

    def until(self, is_so: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(is_so()), timeout=WAIT_MS)

    @property
    def page(self) -> QWidget:
        return find(self.window.window, "page:connection", QWidget)

    def opens_the_page_of_servers(self) -> None:
        self.window.companion._session.order(GoTo(PageName.CONNECTION))
        self.until(lambda: self._has("server:add"))

    def presses(self, name: str) -> None:
        self.until(lambda: self._has(name))
        find(self.window.window, name, QPushButton).click()

    def types(self, name: str, words: str) -> None:
        self.until(lambda: self._has(name))
        find(self.window.window, name, QLineEdit).setText(words)

    def adds(self, name: str, address: str) -> None:
        self.types("server:name", name)
        self.types("server:address", address)
        self.presses("server:add")

    def signs_in(self, server: ServeProcess, name: str = "Alex") -> None:
        before = server.code()
        self.sees(Failure.NOT_PAIRED)
        self.types("pairing:player", name)
        self.presses("pairing:ask")
        self.until(lambda: self.phase is PairingPhase.ENTER_CODE)
        self.until(lambda: server.code() != before)
        self.types("pairing:code", server.code())
        self.presses("pairing:send")
        self.until(lambda: self.window.state.engine is not None)

    def joins(self, name: str, server: ServeProcess) -> str:
        """Add a server and sign in; gives its id."""
        before = self.window.state.server
        self.opens_the_page_of_servers()
        self.adds(name, server.url)
        self.until(lambda: self.window.state.server != before)
        self.signs_in(server)
        return self.window.state.server

    def is_granted(self, server: ServeProcess) -> None:
        server.types("grant system:default Alex")
        self.until(lambda: self.window.state.engine.entitlement.system)

    def asks_and_pins(self, words: str) -> None:
        self.window.ask(words)
        self.until(lambda: self.window.state.cards)
        self.window.companion._session.order(Pin(self.window.state.cards[-1].ref.id))
        self.until(lambda: self.window.state.pinned)

    def past(self) -> list[str]:
        """What the server says was asked."""
        self.window.companion._session.order(GoTo(PageName.HISTORY))
        self.until(lambda: self.window.state.past.is_known)
        return [turn.words.text for turn in self.window.state.past.turns if turn.is_player]

    def sees(self, reason: Failure | None) -> None:
        self.until(lambda: self.engine[1] is reason)

    @property
    def engine(self) -> tuple[Health, Failure | None]:
        return self.window.health("engine")

    @property
    def phase(self) -> PairingPhase:
        return self.window.state.pairing.phase

    def _has(self, name: str) -> bool:
        found = self.window.window.findChildren(QWidget, name)
        return any(not widget.isHidden() and widget.isEnabled() for widget in found)


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def player(start: whole.Start, store: FakeStore, tmp_path: Path, qtbot: QtBot) -> Player:
    write_settings(tmp_path, whole.QUIET)
    player = Player(start(store), qtbot)
    player.until(lambda: player.engine[0] is Health.READY)
    player.opens_the_page_of_servers()
    return player


def tls(folder: Path, name: str = "server") -> tuple[str, ...]:
    now = datetime.now(UTC)
    made = make_certificate(folder, now - DAY, now + 30 * DAY, name=name)
    return ("--tls-cert", str(made.certificate), "--tls-key", str(made.key))


def test_an_encrypted_server_is_compared_trusted_and_signed_in_to(
    player: Player, store: FakeStore, tmp_path: Path
) -> None:
    with serving(tmp_path / "world", *tls(tmp_path)) as server:
        player.adds("Home", server.url)
        player.sees(Failure.CERTIFICATE_UNTRUSTED)
        player.presses("certificate:show")
        player.until(lambda: player._has("certificate:trust"))
        shown = "".join(texts(find(player.page, "certificate", QWidget))).replace("\n", "")
        player.presses("certificate:trust")
        player.signs_in(server)
        printed = next(line for line in server.log if "SHA-256" in line).split()[-1]
    assert printed in shown
    assert len(store.values) == 1


def test_a_mistyped_code_leaves_the_field_and_the_right_one_signs_in(
    player: Player, tmp_path: Path
) -> None:
    with serving(tmp_path / "world") as server:
        player.adds("Home", server.url)
        player.sees(Failure.NOT_PAIRED)
        player.types("pairing:player", "Alex")
        player.presses("pairing:ask")
        player.until(server.code)
        wrong = f"{(int(server.code()) + 1) % 1_000_000:06}"
        player.types("pairing:code", wrong)
        player.presses("pairing:send")
        player.until(lambda: player.window.state.pairing.reason is Failure.PAIRING_CODE_WRONG)
        player.types("pairing:code", server.code())
        player.presses("pairing:send")
        player.until(lambda: player.window.state.engine is not None)
    assert "failure.not_paired" in player.window.log()


def test_a_device_that_an_operator_signs_out_can_sign_in_again(
    player: Player, tmp_path: Path
) -> None:
    with serving(tmp_path / "world") as server:
        player.adds("Home", server.url)
        player.signs_in(server)
        server.types("unpair 1 Alex")
        player.until(lambda: "failure.device_revoked" in player.window.log())
        player.signs_in(server)
        assert player.window.log().count("failure.device_revoked") == 1


def test_two_servers_keep_their_own_conversation_pins_and_past(
    player: Player, store: FakeStore, tmp_path: Path
) -> None:
    with serving(tmp_path / "one") as one, serving(tmp_path / "two") as two:
        home = player.joins("One", one)
        player.is_granted(one)
        player.asks_and_pins("help")
        player.joins("Two", two)
        player.is_granted(two)
        assert player.window.state.pinned == ()
        assert "help" not in player.window.log()
        assert player.past() == []
        player.opens_the_page_of_servers()
        player.presses(f"use:{home}")
        player.until(lambda: player.window.state.engine and player.window.state.pinned)
        assert player.past() == ["help"]
    assert len(store.values) == 2
