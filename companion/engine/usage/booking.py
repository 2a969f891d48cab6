"""What is booked: one call of a model, or of a web search, of one player."""

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


@dataclass(frozen=True, slots=True)
class SearchBooking:
    """Calls of a search service.

    Attributes:
        player: Whose; empty for the server itself.
        provider: Id of the service.
        searches, fetches: How many of each.
    """

    player: str
    provider: str
    searches: int = 0
    fetches: int = 0


Booking = ModelBooking | SearchBooking
