"""Pinned cards while the program runs: kept for each server and account, and found again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app.pins_desk import PinsDesk
from companion.cards.view_state import CardViewState
from companion.client.orders import RestorePins
from companion.client.pin_file import pins_path
from companion.client.servers_view import ServersView
from companion.client.state import ClientState, LiveCard
from companion.speech.ledger.accounts import add_account, read_accounts
from companion.support.errors import Failure
from companion.support.loops import LoopThread
from companion.ui.bridge import StateBridge
from companion.ui.pages.desk import PageDesk
from companion.ui.shots import samples
from tests.helpers.app_fakes import RecordingSession

WAIT_MS = 60_000
CARD = samples.card(1, "quest_list", "en_us")


class Run:
    """One run of the program, as far as pins go; states are shown as a client would."""

    def __init__(self, folder: Path, loop: LoopThread) -> None:
        self.parent = QObject()
        self.session = RecordingSession()
        self.pages = PageDesk(self.parent)
        self.desk = PinsDesk(
            folder,
            self.session,
            loop,
            StateBridge(self.parent),
            self.pages,
            self.parent,  # type: ignore[arg-type]
        )

    def restored(self) -> list[RestorePins]:
        return [c[1] for c in self.session.calls if c[0] == "order"]  # type: ignore[misc]

    def reports(self) -> list[tuple[object, ...]]:
        return [call for call in self.session.calls if call[0] == "report"]

    def show(self, server: str = "", *cards: LiveCard) -> None:
        self.desk.show_state(ClientState(server=server, pinned=cards))

    def end(self) -> None:
        self.desk.end()
        self.parent.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def run(tmp_path: Path, loop: LoopThread, qapp: QApplication) -> Iterator[Callable[[], Run]]:
    runs: list[Run] = []

    def begin() -> Run:
        for before in runs:
            before.end()
        runs[:] = [Run(tmp_path, loop)]
        return runs[0]

    yield begin
    for last in runs:
        last.end()


def shown(one: Run, qtbot: QtBot, server: str = "") -> Run:
    """Show a first state, and wait until what was pinned before was read."""
    before = len(one.restored())
    one.show(server)
    qtbot.waitUntil(lambda: len(one.restored()) > before, timeout=WAIT_MS)
    one.show(server, *one.restored()[-1].cards)
    return one


def test_a_run_that_ends_before_its_client_began_loses_nothing(
    run: Callable[[], Run], qtbot: QtBot
) -> None:
    shown(run(), qtbot).show("", CARD)
    hasty = run()
    hasty.show()
    qtbot.waitUntil(lambda: bool(hasty.restored()), timeout=WAIT_MS)

    assert len(shown(run(), qtbot).restored()[0].cards) == 1


@pytest.mark.behaviour("CARD-069")
def test_what_is_pinned_is_there_in_the_next_run(run: Callable[[], Run], qtbot: QtBot) -> None:
    shown(run(), qtbot).show("", CARD)
    again = shown(run(), qtbot)

    cards = again.restored()[0].cards
    assert [(card.ref, card.data, card.active) for card in cards] == [(CARD.ref, CARD.data, False)]


@pytest.mark.behaviour("CARD-069")
def test_what_is_unpinned_is_not_there_in_the_next_run(
    run: Callable[[], Run], qtbot: QtBot
) -> None:
    one = shown(run(), qtbot)
    one.show("", CARD)
    one.show("")

    assert shown(run(), qtbot).restored()[0].cards == ()


def test_a_page_that_is_turned_writes_nothing(
    run: Callable[[], Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = shown(run(), qtbot)
    one.show("", CARD)
    one.desk.end()
    written: list[Path] = []
    monkeypatch.setattr(
        "companion.client.pin_file.write_pins", lambda path, cards: written.append(path)
    )
    one.show("", replace(CARD, view=CardViewState(page=1)))
    one.desk.end()

    assert written == []


def test_another_server_has_other_pins(run: Callable[[], Run], qtbot: QtBot) -> None:
    one = shown(run(), qtbot)
    one.show("", CARD)
    there = str(UUID(int=9))
    shown(one, qtbot, there)
    shown(one, qtbot, "")

    assert [len(told.cards) for told in one.restored()] == [0, 0, 1]


def test_another_account_has_other_pins(
    run: Callable[[], Run], qtbot: QtBot, tmp_path: Path
) -> None:
    one = shown(run(), qtbot)
    one.pages.servers_came.emit(ServersView(account=str(read_accounts(tmp_path).current)))
    one.show("", CARD)
    add_account(tmp_path, "Other")
    one.pages.servers_came.emit(ServersView(account=str(read_accounts(tmp_path).current)))

    qtbot.waitUntil(lambda: len(one.restored()) == 2, timeout=WAIT_MS)
    assert one.restored()[1] == RestorePins((), instead=True)


def test_a_broken_file_is_told_and_never_written(
    run: Callable[[], Run], qtbot: QtBot, tmp_path: Path
) -> None:
    path = pins_path(tmp_path, "", read_accounts(tmp_path).current)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"{")
    one = run()
    one.show()
    qtbot.waitUntil(lambda: bool(one.reports()), timeout=WAIT_MS)
    one.show("", CARD)
    one.desk.end()

    assert one.reports() == [("report", Failure.SETTINGS_BROKEN, path.name)]
    assert path.read_bytes() == b"{"
