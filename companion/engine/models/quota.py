"""How often a player may call the model in a day (USAGE-021)."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol
from uuid import UUID

import msgspec

from companion.engine.config.agent import AgentConfig
from companion.engine.models.failure import ModelError
from companion.engine.storage.record import ModelQuota
from companion.engine.storage.store import PlayerStore, Transaction
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

GiveBack = Callable[[], Awaitable[None]]
"""Undoes one `take`, for a call that never left this computer."""


class Quota(Protocol):
    """Decides whether a player may call once more. On the engine's loop."""

    async def take(self, player: str) -> GiveBack:
        """Count one call, before it is made.

        Args:
            player: Whose; empty for the server itself, which has no quota.

        Raises:
            ModelError: MODEL_QUOTA when nothing is left for today.
        """
        ...


def taken(quota: ModelQuota, day: str, most: int) -> ModelQuota | None:
    """Count one call on a day; None when nothing is left. A new day starts from nothing."""
    used = quota.used if quota.day == day else 0
    return ModelQuota(day, used + 1) if used < most else None


def given_back(quota: ModelQuota, day: str) -> ModelQuota:
    """Uncount one call of a day; yesterday's is nobody's business any more."""
    return ModelQuota(day, max(0, quota.used - 1)) if quota.day == day else quota


class StoredQuota:
    """The quota in the players' records. On the engine's loop.

    Limit and zone are read at every call, so that a change holds from the next one (SET-021).
    """

    def __init__(
        self,
        view: Callable[[UUID], PlayerStore],
        config: Callable[[], AgentConfig],
        clock: Clock,
    ) -> None:
        """Store what is given.

        Args:
            view: `Store.view`: writes nothing for a player whose data was deleted meanwhile.
            config: The agent configuration as it is now.
            clock: Its wall time decides the day.
        """
        self._view = view
        self._config = config
        self._clock = clock

    async def take(self, player: str) -> GiveBack:
        """See `Quota`; on disk when it returns."""
        if not player:
            return _nothing
        config = self._config()
        day = config.day(self._clock.wall()).isoformat()
        store = self._view(UUID(player))
        if not await store.update(lambda data: _take(data, day, config.daily_model_calls)):
            raise ModelError(Failure.MODEL_QUOTA, f"{config.daily_model_calls} calls on {day}")

        async def give_back() -> None:
            with contextlib.suppress(CompanionError):  # one call too many is counted, no more
                await store.update(lambda data: _give_back(data, day))

        return give_back


async def _nothing() -> None:
    """Nothing was taken."""


def _take(data: Transaction, day: str, most: int) -> bool:
    record = data.record()
    quota = taken(record.quota, day, most)
    if quota is None:
        return False
    data.set_record(msgspec.structs.replace(record, quota=quota))
    return True


def _give_back(data: Transaction, day: str) -> None:
    record = data.record()
    quota = given_back(record.quota, day)
    data.set_record(msgspec.structs.replace(record, quota=quota))
