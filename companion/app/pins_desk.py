"""Pinned cards outlive the program: read for the server and account in use, written as they change.

A file that cannot be read is told of once and not written in this run.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from companion.app.session import Session
from companion.cards.view_state import CardViewState
from companion.client.orders import RestorePins
from companion.client.servers_view import ServersView
from companion.client.state import ClientState, LiveCard
from companion.support.errors import CompanionError
from companion.support.loops import LoopThread, patiently
from companion.ui.bridge import StateBridge
from companion.ui.pages.desk import PageDesk

if TYPE_CHECKING:
    from uuid import UUID

logger = logging.getLogger(__name__)

Cards = tuple[LiveCard, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read, until the client shows it: from then on its pins are what is kept.

    Attributes:
        is_all: Whether the client is to show nothing else.
    """

    path: Path
    cards: Cards
    is_all: bool

    def is_in(self, pinned: Cards) -> bool:
        """Whether a state shows it; of very many the oldest may have made room."""
        wanted = [card.ref.id for card in self.cards]
        shown = {card.ref.id for card in pinned}
        return shown.issuperset(wanted[-1:]) and not (self.is_all and shown.difference(wanted))


def to_keep(cards: Cards) -> Cards:
    """What of pinned cards is kept: to turn a page writes nothing."""
    return tuple(LiveCard(card.ref, card.data, CardViewState(), active=False) for card in cards)


class PinsDesk(QObject):
    """Follows the states of the client. GUI thread; the files are read and written elsewhere.

    Args:
        folder: The player's configuration.
        session: Is given what was pinned before, and told of a file that cannot be used.
        loop: Does the work.
        bridge: Tells the states.
        pages: Tells which account is in use.
    """

    def __init__(
        self,
        folder: Path,
        session: Session,
        loop: LoopThread,
        bridge: StateBridge,
        pages: PageDesk,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._session = session
        self._loop = loop
        self._report = session.report
        bridge.state_changed.connect(self.show_state)
        pages.servers_came.connect(self.show_servers)
        self._guard = threading.Lock()  # one reads or writes at a time, in order
        self._server: str | None = None
        self._account = ""
        self._read_now: _Read | None = None
        self._path: Path | None = None  # known once the client has what was read
        self._seen: Cards = ()
        self._newest: dict[Path, Cards] = {}
        self._written: dict[Path, Cards] = {}

    def show_state(self, state: ClientState) -> None:
        """Read the pins of another server; keep changed ones."""
        if state.server != self._server:
            self._begin(state.server, instead=False)
        read = self._read_now
        if read is not None and read.is_in(state.pinned):
            self._path, self._read_now = read.path, None
        pinned = to_keep(state.pinned)
        if pinned != self._seen:
            self._seen = pinned
            path = self._path
            if path is not None:
                self._newest[path] = pinned
                self._loop.submit(patiently(lambda: self._write(path), "pins"))

    def show_servers(self, view: ServersView) -> None:
        """Another account has other pins."""
        before, self._account = self._account, view.account or self._account
        if before and before != self._account and self._server is not None:
            self._begin(self._server, instead=True)

    def end(self) -> None:
        """Keep what was pinned last; blocks for small files."""
        for path in self._newest:
            self._write(path)

    def _begin(self, server: str, *, instead: bool) -> None:
        self._server, self._path, self._read_now = server, None, None
        self._loop.submit(patiently(lambda: self._read(server, instead=instead), "pins"))

    def _read(self, server: str, *, instead: bool) -> None:
        from companion.client.pin_file import pins_path, read_pins
        from companion.speech.ledger.accounts import read_accounts

        with self._guard:
            try:
                account: UUID = read_accounts(self._folder).current
                path = pins_path(self._folder, server, account)
                cards = read_pins(path)
            except CompanionError as error:
                self._report(error.failure, error.detail)
                return
            if server == self._server:
                self._written[path] = cards
                self._read_now = _Read(path, cards, is_all=instead)
                self._session.order(RestorePins(cards, instead=instead))

    def _write(self, path: Path) -> None:
        """The newest cards of a file: a writer that comes late never undoes a newer one."""
        from companion.client.pin_file import write_pins

        with self._guard:
            cards = self._newest[path]
            if self._written.get(path) == cards:
                return
            try:
                write_pins(path, cards)
                self._written[path] = cards
            except CompanionError as error:
                logger.warning("pins not kept: %s", error)
                self._report(error.failure, error.detail)
