"""What the connection page shows of servers and accounts, and what it may ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from companion.client.servers import Server
from companion.support.errors import Failure

if TYPE_CHECKING:
    from companion.client.offered_certificate import OfferedCertificate
    from companion.speech.ledger.accounts import Account


@dataclass(frozen=True, slots=True)
class ServersView:
    """A moment of it.

    Attributes:
        servers: In the order they were added.
        current: Id of the one in use; empty for the embedded engine.
        accounts: Local accounts.
        account: Id of the one in use; empty before it is known.
        reason: Why the last wish was not done; None where it was.
        detail: For `{detail}` in the reason's sentence.
        offered: The certificate that a server showed when it was asked to.
    """

    servers: tuple[Server, ...] = ()
    current: str = ""
    accounts: tuple[Account, ...] = ()
    account: str = ""
    reason: Failure | None = None
    detail: str = ""
    offered: OfferedCertificate | None = None


class ServerOrders(Protocol):
    """Any thread; every method returns at once and a new view follows."""

    def look(self) -> None:
        """Have the view told as it is."""
        ...

    def add(self, name: str, address: str, *, insecure: bool = False) -> None:
        """Add a server and use it; pairing is the next step."""
        ...

    def use(self, server: str) -> None:
        """Use a server; empty for the embedded engine."""
        ...

    def forget(self, server: str) -> None:
        """Forget a server and the tokens of all accounts with it."""
        ...

    def show_certificate(self, server: str) -> None:
        """Have a server show its certificate."""
        ...

    def trust(self, offered: OfferedCertificate) -> None:
        """Believe a server with this certificate, and with no other one."""
        ...

    def add_account(self, name: str) -> None:
        """Add a local account and use it."""
        ...

    def use_account(self, account: str) -> None:
        """Use another account: its voices, books and pairings."""
        ...
