"""Which icons are asked of the server, when, and which it lacks: each once, at a bearable pace."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from uuid import UUID

import msgspec

from companion.protocol.bounds import Credit
from companion.protocol.limits import ICON_BURST, ICONS_PER_S
from companion.protocol.pack import AssetRequest

MOST_AT_ONCE = 8
MOST_WAITING = 512
"""The oldest is given up for a newer one: what is drawn now is what counts."""
MOST_MISSING = 1_024
"""Icons that nobody has are remembered for a connection, so many of them."""
SHARE = 0.75
"""Of the server's limit that is used, so that it is never reached."""
PACE_S = 1 / (SHARE * ICONS_PER_S)
"""From one request to the next, once the first have gone out together."""


class IconWishes:
    """Keeps count for one connection. Loop thread only."""

    def __init__(self) -> None:
        self._waiting: dict[str, AssetRequest] = {}
        self._asked: dict[UUID, str] = {}
        self._missing: dict[str, None] = {}
        self._credit = Credit(0.0, -math.inf)

    def wish(self, asset: str, here: Container[str]) -> None:
        """Want an icon, unless it is here, on its way, or known to be nowhere.

        Args:
            asset: Id of the icon; what is no id is passed over.
            here: Icons that were fetched.
        """
        if asset in self._missing or asset in here or asset in self._asked.values():
            return
        message = _request(asset)
        if message is None:
            return
        self._waiting.pop(asset, None)
        self._waiting[asset] = message
        if len(self._waiting) > MOST_WAITING:
            self._waiting.pop(next(iter(self._waiting)))

    def due(self, now: float) -> Iterator[AssetRequest]:
        """Take what may be asked now, the newest wish first; each is to be told to `asked`.

        Args:
            now: Seconds on a monotonic clock.
        """
        while self.waits_for_time and self._credit.take(
            now, SHARE * ICONS_PER_S, SHARE * ICON_BURST
        ):
            yield self._waiting.popitem()[1]

    @property
    def waits_for_time(self) -> bool:
        """Whether only the pace holds something back."""
        return bool(self._waiting) and len(self._asked) < MOST_AT_ONCE

    def asked(self, request: UUID, asset: str) -> None:
        """Note that it was asked for."""
        self._asked[request] = asset

    def ended(self, request: UUID) -> bool:
        """Note an answer; whether it was awaited."""
        return self._asked.pop(request, None) is not None

    def missing(self, request: UUID) -> None:
        """Note that the server does not have it."""
        asset = self._asked.pop(request, None)
        if asset is not None and len(self._missing) < MOST_MISSING:
            self._missing[asset] = None


def _request(asset: str) -> AssetRequest | None:
    fields = {"type": "system:asset", "request": str(UUID(int=0)), "asset": asset}
    try:
        return msgspec.convert(fields, AssetRequest)
    except msgspec.ValidationError:
        return None
