"""The gate every web call passes: a place, and the meter (USAGE-011).

Like the gate of model calls: nothing is asked twice here, and what left is booked whatever came of
it. A search that a model does also passes that gate, which books its tokens.
"""

from __future__ import annotations

import asyncio
import enum
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from companion.engine.usage.booking import SearchBooking
from companion.support.errors import CompanionError, Failure

PLACES = 4
"""Web calls of the whole engine at once."""


class WebCall(enum.Enum):
    """What is asked of the web."""

    SEARCH = "search"
    FETCH = "fetch"


@dataclass(slots=True)
class Leaving:
    """One call; whoever makes it says when its bytes leave.

    Attributes:
        was_sent: From then on it counts, and is never made again by itself.
    """

    was_sent: bool = False


class SearchGateway:
    """Counts and bounds calls. On the engine's loop."""

    def __init__(
        self,
        provider: Callable[[], str],
        book: Callable[[SearchBooking], None],
        places: int = PLACES,
    ) -> None:
        """Store what is given.

        Args:
            provider: Id of the service as it is configured when a call begins.
            book: Gets every call that left, also one that failed.
            places: Calls at once; fixed from here on.
        """
        self._provider = provider
        self._book = book
        self._places = asyncio.Semaphore(places)

    @asynccontextmanager
    async def call(self, player: str, kind: WebCall, timeout_s: float) -> AsyncIterator[Leaving]:
        """Make one call inside this.

        Args:
            player: Whose; "" for the server itself.
            kind: What it is.
            timeout_s: Longest wait for a place.

        Raises:
            CompanionError: BUSY without a place in time; nothing left then.
        """
        try:
            async with asyncio.timeout(timeout_s):
                await self._places.acquire()
        except TimeoutError:
            raise CompanionError(Failure.BUSY, "every place for web calls is taken") from None
        provider, leaving = self._provider(), Leaving()
        try:
            yield leaving
        finally:
            self._places.release()
            if leaving.was_sent:
                self._book(_booking(player, provider, kind))


def _booking(player: str, provider: str, kind: WebCall) -> SearchBooking:
    is_search = kind is WebCall.SEARCH
    return SearchBooking(player, provider, searches=int(is_search), fetches=int(not is_search))
