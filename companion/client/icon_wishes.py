"""Which icons were asked of the server, and which it lacks: each once, few at the same time."""

from __future__ import annotations

from collections.abc import Container
from uuid import UUID

import msgspec

from companion.protocol.pack import AssetRequest

MOST_AT_ONCE = 8
"""More of them wait for the next drawing."""
MOST_MISSING = 1_024
"""Icons that nobody has are remembered for a connection, so many of them."""


class IconWishes:
    """Keeps count for one connection. Loop thread only."""

    def __init__(self) -> None:
        self._asked: dict[UUID, str] = {}
        self._missing: dict[str, None] = {}

    def wish(self, asset: str, here: Container[str]) -> AssetRequest | None:
        """A request for an icon; None when asking is of no use, or not now.

        Args:
            asset: Id of the icon.
            here: Icons that were fetched.
        """
        busy = len(self._asked) >= MOST_AT_ONCE or asset in self._asked.values()
        if busy or asset in self._missing or asset in here:
            return None
        fields = {"type": "system:asset", "request": str(UUID(int=0)), "asset": asset}
        try:
            return msgspec.convert(fields, AssetRequest)
        except msgspec.ValidationError:
            return None

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
