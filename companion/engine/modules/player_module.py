"""What a module does for players while the engine runs: a runtime, and a session a player."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from companion.engine.storage.store import PlayerStore, Transaction

Binding = Callable[[Transaction], None]


class PlayerSession:
    """One player's use of one module instance. On the engine's loop; all hooks may be left out."""

    async def initialize(self) -> None:
        """Read what is needed; the module is not shown to the player before this is done."""

    def ready(self) -> None:
        """The player's modules were published."""

    def tick(self, now: float) -> None:
        """Once a tick, after `ready`; `now` in monotonic seconds.

        What is the same for everybody belongs into `PlayerModule.tick`: a thousand players have ten
        sessions each, and whoever has nothing to do here is not called.
        """

    def close(self) -> None:
        """The end: condition, removal, disconnect, revoke or failure."""


class PlayerModule:
    """A module's runtime; several instances of a kind may share one. All hooks may be left out."""

    def validate(self) -> None:
        """Check what it refers to, once all workflows are installed.

        Raises:
            ValueError: Something does not hold; the engine does not start.
        """

    def binding(self, player: UUID) -> Binding | None:
        """Look at the game for a player who is being bound, now.

        Returns:
            What is to be stored with the binding, in the same transaction.
        """
        return None

    def session(self, player: UUID, instance: str, store: PlayerStore) -> PlayerSession:
        """A session, not yet initialised."""
        return PlayerSession()

    def tick(self, now: float) -> None:
        """Once a tick, however many players there are; `now` in monotonic seconds."""

    def close(self) -> None:
        """The world closes."""
