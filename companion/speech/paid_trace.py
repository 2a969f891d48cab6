"""Knows when a paid POST leaves: the books are told before its first byte, and before its body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.speech.ledger.meter import Amount, Charge


def _nobody() -> None:
    """Nobody waits to hear that it left."""


class PaidTrace:
    """Give `trace` to httpx as the request's extension of that name. On one loop.

    The CONNECT that a proxy gets before the request is not paid for.
    """

    def __init__(self, charge: Charge) -> None:
        self._charge = charge
        self._is_post = False

    async def trace(self, name: str, info: Mapping[str, Any]) -> None:
        """Called by httpcore at every step of a request.

        Raises:
            CompanionError: The books refuse; nothing leaves.
        """
        if name.endswith("send_request_headers.started"):
            self._is_post = info["request"].method == b"POST"
            if self._is_post:
                await self._charge.begin()
        # Not when the body is complete: who is cancelled just then would have paid unseen.
        elif name.endswith("send_request_body.started") and self._is_post:
            self._charge.left()
        elif name.endswith("send_request_body.complete") and self._is_post:
            self._charge.sent()


class Leaving:
    """A charge that can be asked whether its request left.

    Attributes:
        has_left: Whether it did, or may have.
    """

    def __init__(self, charge: Charge, on_left: Callable[[], None] = _nobody) -> None:
        """Store what is given.

        Args:
            charge: The books'.
            on_left: Told once the bytes leave.
        """
        self._charge = charge
        self._on_left = on_left
        self.has_left = False

    async def begin(self) -> None:
        """Pass it on."""
        await self._charge.begin()

    def left(self) -> None:
        """The bytes leave."""
        self.has_left = True
        self._charge.left()
        self._on_left()

    def sent(self) -> None:
        """Pass it on."""
        self._charge.sent()

    def end(self, used: Amount) -> None:
        """Pass it on."""
        self._charge.end(used)
