"""What is booked: a call of a model, or calls of a web search, of one player."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.models.booking import ModelBooking


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
