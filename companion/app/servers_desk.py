"""Servers and accounts for the connection page: shown, added, chosen, forgotten.

The files and the keyring are asked on the loop's worker threads; what came of it goes to `on_view`
on the loop. A choice begins a new client, which starts from EMPTY.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from uuid import UUID

from companion.client.offered_certificate import OfferedCertificate, look
from companion.client.servers import (
    Servers,
    added,
    forgotten,
    read_servers,
    token_name,
    trusted,
    used,
    write_servers,
)
from companion.client.servers_view import ServersView
from companion.speech.ledger.accounts import add_account, read_accounts, use_account
from companion.support.errors import CompanionError, Failure
from companion.support.loops import LoopThread, patiently
from companion.support.secrets import Secrets


class ServersDesk:
    """Implements `ServerOrders`. Any thread; every method returns at once.

    Args:
        folder: The player's configuration.
        secrets: Holds the tokens.
        loop: Does the work.
        on_view: Told each new view, on the loop.
        on_switched: Told that another server or account is in use, on the loop.
    """

    def __init__(
        self,
        folder: Path,
        secrets: Secrets,
        loop: LoopThread,
        on_view: Callable[[ServersView], None],
        on_switched: Callable[[], None],
    ) -> None:
        self._folder = folder
        self._secrets = secrets
        self._loop = loop
        self._on_view = on_view
        self._on_switched = on_switched
        self._writing = threading.Lock()

    def look(self) -> None:
        """Have the view told as it is."""
        self._do(lambda: False)

    def add(self, name: str, address: str, *, insecure: bool = False) -> None:
        """Add a server and use it; pairing is the next step."""
        self._do(lambda: self._change(lambda s: added(s, name, address, insecure=insecure)))

    def use(self, server: str) -> None:
        """Use a server; empty for the embedded engine."""
        self._do(lambda: self._change(lambda servers: used(servers, server)))

    def forget(self, server: str) -> None:
        """Forget a server and the tokens of all accounts with it."""
        self._do(lambda: self._forget(server))

    def show_certificate(self, server: str) -> None:
        """Have a server show its certificate; asked directly, past any proxy."""
        self._loop.submit(self._offer(server))

    def trust(self, offered: OfferedCertificate) -> None:
        """Believe a server with this certificate, and with no other one."""
        self._do(lambda: self._trust(offered))

    def add_account(self, name: str) -> None:
        """Add a local account and use it."""
        self._do(lambda: bool(add_account(self._folder, name.strip()[:64])))

    def use_account(self, account: str) -> None:
        """Use another account: its voices, books and pairings."""
        self._do(lambda: self._use_account(account))

    def _do(self, change: Callable[[], bool]) -> None:
        self._loop.submit(self._told(change))

    async def _told(self, change: Callable[[], bool]) -> None:
        view, switched = await patiently(lambda: self._done(change), "servers")
        self._on_view(view)
        if switched:
            self._on_switched()

    async def _offer(self, server: str) -> None:
        self._on_view(await patiently(lambda: self._with_offer(server), "certificate"))

    def _with_offer(self, server: str) -> ServersView:
        view = self._view()
        known = next((one for one in view.servers if str(one.id) == server), None)
        if known is None:
            return view
        try:
            return replace(view, offered=look(server, known.url))
        except CompanionError as error:
            return replace(view, reason=error.failure, detail=error.detail)

    def _done(self, change: Callable[[], bool]) -> tuple[ServersView, bool]:
        with self._writing:
            try:
                switched = change()
            except CompanionError as error:
                return replace(self._view(), reason=error.failure, detail=error.detail), False
            return self._view(), switched

    def _view(self) -> ServersView:
        try:
            servers, accounts = read_servers(self._folder), read_accounts(self._folder)
        except CompanionError as error:
            return ServersView(reason=error.failure, detail=error.detail)
        current = servers.current if servers.in_use() else ""
        return ServersView(servers.servers, current, accounts.accounts, str(accounts.current))

    def _change(self, change: Callable[[Servers], Servers]) -> bool:
        before = read_servers(self._folder)
        after = change(before)
        write_servers(self._folder, after)
        return after.current != before.current

    def _trust(self, offered: OfferedCertificate) -> bool:
        """Whether the server in use has to be reached anew."""
        self._change(lambda servers: trusted(servers, offered.server, offered.der))
        return read_servers(self._folder).current == offered.server

    def _forget(self, server: str) -> bool:
        before = read_servers(self._folder)
        known = next((one for one in before.servers if str(one.id) == server), None)
        switched = self._change(lambda servers: forgotten(servers, server))
        if known is not None:
            for account in read_accounts(self._folder).accounts:
                self._secrets.delete(token_name(known.id, account.id))
        return switched

    def _use_account(self, account: str) -> bool:
        before = read_accounts(self._folder).current
        try:
            wanted = UUID(account)
        except ValueError as error:
            raise CompanionError(Failure.NOT_FOUND, "no such account") from error
        use_account(self._folder, wanted)
        return wanted != before
