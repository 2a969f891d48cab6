"""What is booked of a call; the ledger that takes it is in `engine/usage`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.models.model import ModelUsage


@dataclass(frozen=True, slots=True)
class ModelBooking:
    """One call of a model.

    Attributes:
        player: Whose; empty for the server itself.
        model: Provider and model it was sent to, as they were configured then.
        usage: What the service reported; None when it reported nothing.
    """

    player: str
    model: str
    usage: ModelUsage | None
