"""Which connections each device has, and which of them goes when it has too many."""

from __future__ import annotations

from typing import Generic, TypeVar
from uuid import UUID

MOST_PER_DEVICE = 8
"""One companion needs one, and leaves some half-open where its network breaks. What waits for
peers that never read is bounded for each connection, so their number must be, too."""

C = TypeVar("C")


class DevicePlaces(Generic[C]):
    """The open connections of every device, oldest first. On the engine's loop."""

    def __init__(self) -> None:
        self._of: dict[UUID, dict[C, None]] = {}

    def of(self, device: UUID) -> tuple[C, ...]:
        """The connections of a device."""
        return tuple(self._of.get(device, ()))

    def came(self, device: UUID, connection: C) -> C | None:
        """Count a new connection.

        Returns:
            The device's oldest one, which has to end for it and is counted no more; None where
            there was room. A companion that comes back must get in, whatever it left behind.
        """
        places = self._of.setdefault(device, {})
        places[connection] = None
        if len(places) <= MOST_PER_DEVICE:
            return None
        oldest = next(iter(places))
        del places[oldest]
        return oldest

    def left(self, device: UUID, connection: C) -> None:
        """A connection ended; saying so of one that is counted no more is no error."""
        if places := self._of.get(device):
            places.pop(connection, None)
            if not places:
                del self._of[device]
