"""Who gets in, and as whom: what a server asks before a connection's first request.

Identity comes from the token of the hello alone; no message names another player (PROTO-029).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from companion.engine.access.devices import Devices
from companion.engine.access.gate import Gate, SignedIn, Stranger
from companion.engine.access.identity import PlayerId
from companion.engine.players import LOCAL_PLAYER, PlayerIdentity
from companion.protocol.signon import Pair, Pairing
from companion.support.errors import CompanionError, Failure


@dataclass(frozen=True, slots=True)
class Admitted:
    """A companion that proved whose it is.

    Attributes:
        device: None for the client that started this engine.
    """

    player: PlayerIdentity
    device: UUID | None = None


class SignOn(Protocol):
    """How strangers become players' companions here."""

    async def pair(self, attempt: UUID, message: Pair, address: str) -> Pairing:
        """Take the next step of one connection.

        Raises:
            CompanionError: With the reason to tell.
        """
        ...

    def left(self, attempt: UUID) -> None:
        """Forget an attempt whose connection ended."""
        ...


class Entrance:
    """Judges tokens and pairs strangers. On the engine's loop."""

    def __init__(
        self,
        gate: Gate,
        is_operator: Callable[[UUID], bool],
        sign_on: SignOn | None = None,
        seen: Callable[[UUID], None] | None = None,
    ) -> None:
        """Store what is given.

        Args:
            gate: Knows the tokens.
            is_operator: Whether a player may administer now.
            sign_on: None where nobody can pair: strangers are shown out.
            seen: Told which device came; returns at once.
        """
        self._gate = gate
        self._is_operator = is_operator
        self._sign_on = sign_on
        self._seen = seen

    def who(self, token: str) -> Admitted | Stranger | None:
        """Judge a token; None shows its holder out."""
        found = self._gate.who(token)
        if isinstance(found, SignedIn):
            if found.device and self._seen:
                self._seen(found.device)
            return Admitted(self._identity(found.player), found.device)
        return found if self._sign_on else None

    async def pair(self, attempt: UUID, message: Pair, address: str) -> Pairing:
        """Take the next step of a stranger's sign-on.

        Raises:
            CompanionError: With the reason to tell.
        """
        if self._sign_on is None:
            raise CompanionError(Failure.UNAUTHORIZED)
        return await self._sign_on.pair(attempt, message, address)

    def left(self, attempt: UUID) -> None:
        """Forget an attempt whose connection ended."""
        if self._sign_on:
            self._sign_on.left(attempt)

    def _identity(self, player: PlayerId) -> PlayerIdentity:
        return PlayerIdentity(player.id, player.name, self._is_operator(player.id))


def local_entrance(token: str) -> Entrance:
    """The entrance of an embedded engine: whoever has its token is its player and operator."""
    local = PlayerId(LOCAL_PLAYER.uuid, LOCAL_PLAYER.name)
    return Entrance(Gate(Devices(None, _nowhere), token, local), lambda _: True)


async def _nowhere(_: bytes) -> None:
    """An embedded engine has no devices to keep."""
