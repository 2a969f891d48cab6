"""An engine on a server: its address, and the token of this account's pairing with it."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable

from companion.client.engine_source import EngineAddress
from companion.client.servers import Server, token_name
from companion.support.errors import Failure, SecretError
from companion.support.loops import patiently, spawn
from companion.support.secrets import Secrets

logger = logging.getLogger(__name__)


class RemoteEngine:
    """Implements `EngineSource`. Loop thread only.

    The keyring is asked once, off the loop; without a token the server is told so and pairs.

    Args:
        server: Which one.
        account: Whose pairing.
        secrets: Holds the tokens.
        on_kept: Told whether a new token lies in the keyring; else it is good for this run only.
    """

    def __init__(
        self,
        server: Server,
        account: uuid.UUID,
        secrets: Secrets,
        on_kept: Callable[[bool], None] = lambda is_kept: None,
    ) -> None:
        self._server = server
        self._name = token_name(server.id, account)
        self._secrets = secrets
        self._on_kept = on_kept
        self._token: str | None = None
        self._on_up: Callable[[], None] = lambda: None

    async def run(self) -> None:
        """Nothing to keep running."""

    async def address(self) -> EngineAddress:
        """Where the server is, with the token, or with an empty one before pairing.

        Raises:
            CompanionError: KEYRING_LOCKED.
        """
        if self._token is None:
            found = await patiently(lambda: self._secrets.get(self._name), "keyring")
            self._token = self._token or found or ""
        server = self._server
        return EngineAddress(server.url, self._token, is_server=True, certificate=server.pinned())

    async def why_lost(self, *, was_silent: bool) -> Failure:
        """All that is known is that the connection is gone."""
        return Failure.CONNECTION_LOST

    def refused(self) -> Failure:
        """Come empty-handed from now on, so that the player can sign in again.

        The keyring keeps the token until there is another one: a server that lost its list of
        devices may find it again.
        """
        was_known, self._token = bool(self._token), ""
        return Failure.DEVICE_REVOKED if was_known else Failure.UNAUTHORIZED

    def tell_when_up(self, callback: Callable[[], None]) -> None:
        """Have a function called when a token makes a new connection worth it."""
        self._on_up = callback

    def hurry(self) -> None:
        """Somebody asks: try now."""
        self._on_up()

    def keep(self, token: str) -> None:
        """Use a token from the next connection on, and keep it in the keyring."""
        self._token = token
        spawn(self._store(token), "keep token")

    async def _store(self, token: str) -> None:
        try:
            await patiently(lambda: self._secrets.set(self._name, token), "keyring")
        except SecretError as error:
            logger.warning("the token is kept for this run only: %s", error.failure)
            self._secrets.keep_for_this_run(self._name, token)
            self._on_kept(False)
        else:
            self._on_kept(True)
