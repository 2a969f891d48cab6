"""Devices that may speak for a player: 256-bit tokens, of which only hashes are kept.

A token is drawn at random, so a plain SHA-256 of it is as good as a slow hash: there is nothing to
guess that is shorter than the token.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated
from uuid import UUID, uuid4

import msgspec

from companion.support.errors import StorageError

TOKEN_BYTES = 32
MOST_DEVICES = 16
"""Of one player; the one that was away longest makes room for a new one."""
SEEN_STEP_S = 3600.0
"""A device's last visit is written at most this often."""


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that signed in.

    Attributes:
        hash: SHA-256 of its token, in hexadecimal.
        name: What its owner calls it.
        paired_at, seen_at: Seconds since 1970-01-01 UTC.
    """

    id: UUID
    player: UUID
    player_name: str
    hash: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
    name: str
    paired_at: float
    seen_at: float


class DeviceBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All devices as they are stored; read strictly."""

    version: Annotated[int, msgspec.Meta(ge=1, le=1)] = 1
    devices: tuple[Device, ...] = ()


Write = Callable[[bytes], Awaitable[None]]
"""Puts the book on the disk; returns when it is there."""


class Devices:
    """Knows every device. On the engine's loop; a change counts once it is on the disk."""

    def __init__(self, stored: bytes | None, write: Write) -> None:
        """Read the stored book.

        Raises:
            StorageError: It is damaged; nobody is let in by guesswork.
        """
        book = _read(stored)
        self._write = write
        self._by_hash = {device.hash: device for device in book.devices}
        self._refused: set[str] = set()
        self._changing = asyncio.Lock()

    async def add(self, player: UUID, player_name: str, name: str, wall_s: float) -> str:
        """Pair a device.

        Returns:
            Its token: said once, to that device only.

        Raises:
            StorageError: It could not be written; the device is not paired.
        """
        token = base64.urlsafe_b64encode(secrets.token_bytes(TOKEN_BYTES)).rstrip(b"=").decode()
        device = Device(uuid4(), player, player_name, _hash(token), name, wall_s, wall_s)
        async with self._changing:
            await self._store((*self._with_room_for(player), device))
        return token

    def find(self, token: str) -> Device | None:
        """The device that shows this token."""
        shown = _hash(token)
        device = self._by_hash.get(shown)
        if device is None or shown in self._refused:
            return None
        return device if hmac.compare_digest(device.hash, shown) else None

    def get(self, device: UUID) -> Device | None:
        """The device of an id, while it is paired."""
        return next((known for known in self._paired() if known.id == device), None)

    def of(self, player: UUID) -> tuple[Device, ...]:
        """A player's devices in the order they were paired."""
        mine = (device for device in self._paired() if device.player == player)
        return tuple(sorted(mine, key=lambda device: device.paired_at))

    async def saw(self, device: Device, wall_s: float) -> None:
        """Note a visit; written once an hour at most.

        Raises:
            StorageError: It could not be written.
        """
        async with self._changing:
            known = self._by_hash.get(device.hash)
            if known and wall_s - known.seen_at >= SEEN_STEP_S:
                seen = msgspec.structs.replace(known, seen_at=wall_s)
                others = (other for other in self._paired() if other is not known)
                await self._store((*others, seen))

    async def revoke(self, device: UUID) -> Device | None:
        """Forget a device: close its connections; its token is worth nothing from now on.

        Returns:
            What it was; None when it was not paired.

        Raises:
            StorageError: It could not be written; the token is refused until the engine restarts.
        """
        known = self.get(device)
        if known:
            await self._forget((known,))
        return known

    async def revoke_all(self, player: UUID) -> tuple[Device, ...]:
        """Forget every device of a player.

        Raises:
            StorageError: See `revoke`.
        """
        gone = self.of(player)
        if gone:
            await self._forget(gone)
        return gone

    async def _forget(self, devices: tuple[Device, ...]) -> None:
        """Refuse their tokens at once, whatever becomes of the disk."""
        self._refused |= {device.hash for device in devices}
        async with self._changing:
            await self._store(self._paired())

    def _paired(self) -> tuple[Device, ...]:
        return tuple(d for d in self._by_hash.values() if d.hash not in self._refused)

    def _with_room_for(self, player: UUID) -> tuple[Device, ...]:
        mine = sorted(self.of(player), key=lambda device: device.seen_at, reverse=True)
        leaving = mine[MOST_DEVICES - 1 :]
        return tuple(device for device in self._paired() if device not in leaving)

    async def _store(self, devices: tuple[Device, ...]) -> None:
        await self._write(msgspec.json.encode(DeviceBook(devices=devices)))
        self._by_hash = {device.hash: device for device in devices}
        self._refused &= self._by_hash.keys()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _read(stored: bytes | None) -> DeviceBook:
    if stored is None:
        return DeviceBook()
    try:
        return msgspec.json.decode(stored, type=DeviceBook)
    except (msgspec.DecodeError, RecursionError) as error:
        raise StorageError("the list of devices is damaged") from error
