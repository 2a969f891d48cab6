"""Sign-on: a stranger's `Pair` messages to a device of a player.

Two kinds of game, one class each; both answer with `Pairing` messages and refuse with an error. The
attempt is the connection: call `left` when it ends.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol
from uuid import UUID

import msgspec

from companion.engine.access.devices import Devices
from companion.engine.access.identity import PlayerId
from companion.engine.access.pairing import CodesInCompanion, CodesInGame
from companion.protocol.signon import Pair, Pairing, PairingStep
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

Paired = Callable[[PlayerId], Awaitable[None]]
"""What follows when a player got a device, such as the grant that a server makes then."""


class PrivateMessages(Protocol):
    """A game in which one player can be shown something that nobody else sees."""

    async def online(self, name: str) -> PlayerId | None:
        """The player of that name who is in the game now, by the game's own id.

        Raises:
            LinkError: The game does not answer.
        """
        ...

    async def show_code(self, player: PlayerId, code: str, seconds: float) -> None:
        """Show a code to that player alone, and how long it is good.

        Raises:
            LinkError: The game does not answer; the code was perhaps not seen.
        """
        ...


class SignOnByName:
    """The player gives a name, the game shows the code. On the engine's loop."""

    def __init__(
        self,
        codes: CodesInGame,
        devices: Devices,
        game: PrivateMessages,
        clock: Clock,
        paired: Paired,
    ) -> None:
        self._codes = codes
        self._devices = devices
        self._game = game
        self._clock = clock
        self._paired = paired

    async def pair(self, attempt: UUID, message: Pair, address: str) -> Pairing:
        """Take the next step.

        Raises:
            CompanionError: PLAYER_NOT_ONLINE, PAIRING_LIMITED, PAIRING_CODE_WRONG,
                PAIRING_EXPIRED, INVALID_INPUT, or what the game or the disk failed with.
        """
        if message.player is not msgspec.UNSET:
            return await self._show(attempt, message, message.player, address)
        if message.code is msgspec.UNSET:
            raise CompanionError(Failure.INVALID_INPUT, "a name or a code")
        player = self._codes.enter(attempt, message.code, address, self._clock.monotonic())
        return await _make_device(self._devices, self._paired, message, player, self._clock.wall())

    def left(self, attempt: UUID) -> None:
        """Forget an attempt whose connection ended."""
        self._codes.drop(attempt)

    async def _show(self, attempt: UUID, message: Pair, name: str, address: str) -> Pairing:
        self._codes.check(address, self._clock.monotonic())
        player = await self._game.online(name)
        now = self._clock.monotonic()
        if player is None:
            self._codes.missed(address, now)
            raise CompanionError(Failure.PLAYER_NOT_ONLINE, name)
        code = self._codes.ask(attempt, player, address, now)
        await self._game.show_code(player, code, self._codes.lifetime_s)
        return Pairing(message.request, PairingStep.ENTER_CODE, expires_s=self._codes.lifetime_s)


class SignOnByCommand:
    """The companion shows the code, the player types it in the game. On the engine's loop."""

    def __init__(
        self,
        codes: CodesInCompanion,
        devices: Devices,
        clock: Clock,
        paired: Paired,
        send: Callable[[UUID, Pairing], None],
    ) -> None:
        """Store what is given.

        Args:
            codes: The desk.
            devices: Where devices are kept.
            clock: Where time comes from.
            paired: What follows.
            send: Sends to the connection of an attempt.
        """
        self._codes = codes
        self._devices = devices
        self._clock = clock
        self._paired = paired
        self._send = send
        self._waiting: dict[UUID, Pair] = {}

    async def pair(self, attempt: UUID, message: Pair, address: str) -> Pairing:
        """Show a code.

        Raises:
            CompanionError: PAIRING_LIMITED, or INVALID_INPUT for a name or a code: there is nothing
                to enter here.
        """
        if message.player is not msgspec.UNSET or message.code is not msgspec.UNSET:
            raise CompanionError(Failure.INVALID_INPUT, "neither name nor code")
        code = self._codes.ask(attempt, address, self._clock.monotonic())
        self._waiting[attempt] = message
        lifetime_s = self._codes.lifetime_s
        return Pairing(message.request, PairingStep.TYPE_IN_GAME, expires_s=lifetime_s, code=code)

    async def typed(self, code: str, player: PlayerId) -> None:
        """Take `/system pair CODE` from a player whom the game knows.

        Raises:
            CompanionError: PAIRING_CODE_WRONG, PAIRING_LIMITED, or what the disk failed with.
        """
        attempt = self._codes.typed(code.strip(), player, self._clock.monotonic())
        message = self._waiting.pop(attempt)
        wall_s = self._clock.wall()
        self._send(
            attempt, await _make_device(self._devices, self._paired, message, player, wall_s)
        )

    def left(self, attempt: UUID) -> None:
        """Forget an attempt whose connection ended."""
        self._codes.drop(attempt)
        self._waiting.pop(attempt, None)


async def _make_device(
    devices: Devices, paired: Paired, message: Pair, player: PlayerId, wall_s: float
) -> Pairing:
    token = await devices.add(player.id, player.name, message.device, wall_s)
    logger.info("player %s paired a device", player.id)
    try:
        await paired(player)
    except CompanionError as error:
        logger.warning("player %s is paired, but not bound: %s", player.id, error.failure)
    return Pairing(message.request, PairingStep.PAIRED, player=player.id, token=token)
