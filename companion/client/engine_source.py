"""Where the engine is: one that is there already, or one that `embedded_engine.py` runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.support.errors import Failure


@dataclass(frozen=True, slots=True)
class EngineAddress:
    """How to reach an engine; the token never shows in a log.

    Attributes:
        is_server: Somebody else runs it: why it cannot be reached is worth finding out.
        certificate: The only one that is believed there, DER; empty for known authorities.
    """

    url: str
    token: str = field(repr=False)
    is_server: bool = False
    certificate: bytes = field(default=b"", repr=False)


class EngineSource(Protocol):
    """Gives the address of an engine; on the loop."""

    async def run(self) -> None:
        """Keep the engine running until cancelled; returns at once where nothing is to be done."""
        ...

    async def address(self) -> EngineAddress:
        """Wait until there is an engine.

        Raises:
            CompanionError: It cannot be started for now; asking again is fine.
        """
        ...

    async def why_lost(self, *, was_silent: bool) -> Failure:
        """Say why the connection ended; an engine that fell silent is replaced."""
        ...

    def refused(self) -> Failure:
        """Say what it means that the engine refused the token; the next hello may differ."""
        ...

    def tell_when_up(self, callback: Callable[[], None]) -> None:
        """Have a function called each time the engine is known to be there again."""
        ...

    def hurry(self) -> None:
        """Somebody asks: do not wait for the next try."""
        ...

    def keep(self, token: str) -> None:
        """Keep a device token that the server has just said; it says it once."""
        ...


@dataclass(frozen=True, slots=True)
class FixedEngine:
    """An engine that somebody else runs."""

    at: EngineAddress

    async def run(self) -> None:
        """Nothing to keep running."""

    async def address(self) -> EngineAddress:
        """Where it is."""
        return self.at

    async def why_lost(self, *, was_silent: bool) -> Failure:
        """All that is known is that the connection is gone."""
        return Failure.CONNECTION_LOST

    def refused(self) -> Failure:
        """There is no other token."""
        return Failure.UNAUTHORIZED

    def tell_when_up(self, callback: Callable[[], None]) -> None:
        """Nothing is known before a connection is tried."""

    def hurry(self) -> None:
        """Nothing to hurry."""

    def keep(self, token: str) -> None:
        """A fixed engine has its token."""
