"""What a provider tells the books about a paid call. `books.py` keeps them; `FREE` forgets.

The order is the point: `begin` is on disk before the first byte leaves, so that a call that was
paid for is never missing, whatever ends the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of a service a call used.

    Attributes:
        characters: As the service bills them.
        milliseconds: Of sound that was sent.
        input_tokens: By the service's count.
        output_tokens: Likewise.
        is_reported: Whether the service said so itself; else it is our own count.
    """

    characters: int = 0
    milliseconds: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    is_reported: bool = False


class Charge(Protocol):
    """One paid call. On the loop; `end` is called exactly once, whether or not it began."""

    async def begin(self) -> None:
        """Write down that a call is about to leave; on disk on return.

        Raises:
            CompanionError: SPEECH_CAP_REACHED or SPEECH_LEDGER_BROKEN; nothing may leave.
        """
        ...

    def left(self) -> None:
        """The bytes leave now: from here on it counts as paid for, whatever is cancelled."""
        ...

    def sent(self) -> None:
        """The bytes are out; written down for whoever reads after a sudden end. Returns at once."""
        ...

    def end(self, used: Amount) -> None:
        """Say what it used; returns at once. A call that never left is struck out."""
        ...


class Meter(Protocol):
    """Where charges come from."""

    def charge(self, source: str, estimate: Amount) -> Charge:
        """Prepare a paid call; nothing is written yet.

        Args:
            source: `provider/model`, with `@region` where prices differ (see `sources.py`).
            estimate: What it will use by our own count; it stands if the program dies meanwhile.
        """
        ...

    async def check(self, source: str) -> None:
        """Refuse before anything is prepared.

        Raises:
            CompanionError: SPEECH_CAP_REACHED or SPEECH_LEDGER_BROKEN.
        """
        ...


class FreeCharge:
    """A call that nobody pays for."""

    async def begin(self) -> None:
        """Nothing is written."""

    def left(self) -> None:
        """Nothing is written."""

    def sent(self) -> None:
        """Nothing is written."""

    def end(self, used: Amount) -> None:
        """Nothing is written."""


class FreeMeter:
    """For services on this computer, and for runs without books."""

    def charge(self, source: str, estimate: Amount) -> Charge:
        """A charge that does nothing."""
        del source, estimate
        return FreeCharge()

    async def check(self, source: str) -> None:
        """Everything is allowed."""


FREE = FreeMeter()
