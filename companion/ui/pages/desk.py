"""What pages ask of the program beside `ClientCommands`: books, files, servers and accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from companion.ui.pages.first_start_desk import FirstStartDesk
from companion.ui.pages.voices_desk import VoicesDesk

if TYPE_CHECKING:
    from companion.client.offered_certificate import OfferedCertificate
    from companion.client.servers_view import ServerOrders
    from companion.speech.ledger.counts import Ledger
    from companion.speech.ledger.prices import PriceList
    from companion.speech.ledger.report import SpeechReport


@dataclass(frozen=True, slots=True)
class Books:
    """What speech used, as it was read from disk.

    Attributes:
        day: ISO date of the reading.
    """

    report: SpeechReport
    ledger: Ledger
    prices: PriceList
    day: str


class NoServers:
    """Implements `ServerOrders` by doing nothing."""

    def look(self) -> None:
        """Nothing follows."""

    def add(self, name: str, address: str, *, insecure: bool = False) -> None:
        """Nothing follows."""

    def use(self, server: str) -> None:
        """Nothing follows."""

    def forget(self, server: str) -> None:
        """Nothing follows."""

    def show_certificate(self, server: str) -> None:
        """Nothing follows."""

    def trust(self, offered: OfferedCertificate) -> None:
        """Nothing follows."""

    def add_account(self, name: str) -> None:
        """Nothing follows."""

    def use_account(self, account: str) -> None:
        """Nothing follows."""


class PageDesk(QObject):
    """Every method returns at once; signals answer, emitted on any thread, heard on the GUI's.

    This one does nothing: for pictures, and for windows without a program behind them.
    """

    books_came = Signal(object)
    """A `Books`."""
    books_failed = Signal(object, str)
    """A `Failure` and its detail."""
    servers_came = Signal(object)
    """A `ServersView`."""
    exported = Signal(object, str)
    """A `Failure` with its detail, or None with the name of the file."""

    @property
    def servers(self) -> ServerOrders:
        """Takes the connection page's wishes; `servers_came` follows."""
        return NoServers()

    @property
    def first_start(self) -> FirstStartDesk:
        """The program behind the first start."""
        return FirstStartDesk(self)

    @property
    def voices(self) -> VoicesDesk:
        """The program behind the page of voices."""
        return VoicesDesk(self)

    def read_books(self) -> None:
        """Read the books of speech; `books_came` or `books_failed` follows."""

    def export(self, path: str, text: str) -> None:
        """Write a file the player chose; `exported` follows."""
