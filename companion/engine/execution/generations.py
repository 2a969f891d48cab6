"""Which work is still wanted. What began under an older generation has no effect any more."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from companion.support.errors import CompanionError, Failure


@dataclass(frozen=True, slots=True)
class Generation:
    """A player's place in time, taken when work begins.

    Attributes:
        player: Whose work.
        runtime: Counts revokes and resets; older work may not even write back.
        cancellation: Counts cancellations of interactive work; events go on through them.
    """

    player: UUID
    runtime: int
    cancellation: int


class Generations:
    """Every player's counters. On the engine's loop; starts anew with each engine."""

    def __init__(self) -> None:
        self._runtime: dict[UUID, int] = {}
        self._cancellation: dict[UUID, int] = {}

    def now(self, player: UUID) -> Generation:
        """The player's generation, to keep with work that begins."""
        return Generation(player, self._runtime.get(player, 0), self._cancellation.get(player, 0))

    def cancel(self, player: UUID) -> None:
        """Make interactive work that runs or waits unwanted."""
        self._cancellation[player] = self._cancellation.get(player, 0) + 1

    def invalidate(self, player: UUID) -> None:
        """Make all work unwanted: the player was revoked or reset."""
        self._runtime[player] = self._runtime.get(player, 0) + 1
        self.cancel(player)

    def is_current(self, generation: Generation, *, event: bool = False) -> bool:
        """Whether work of this generation may still have an effect."""
        now = self.now(generation.player)
        return now.runtime == generation.runtime and (
            event or now.cancellation == generation.cancellation
        )

    def check(self, generation: Generation, *, event: bool = False) -> None:
        """Stop work that nobody wants any more.

        Raises:
            CompanionError: CANCELLED.
        """
        if not self.is_current(generation, event=event):
            raise CompanionError(Failure.CANCELLED, "a newer generation runs")
