"""How often a player may call the model in a day."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from companion.engine.config.agent import AgentConfig
from companion.engine.models.failure import ModelError
from companion.engine.models.quota import StoredQuota, given_back, taken
from companion.engine.storage.record import ModelQuota
from companion.engine.storage.sqlite_store import SqliteStore
from companion.support.errors import Failure
from tests.helpers.clock import ManualClock
from tests.helpers.store_rig import ALEX, STEVE, opened

NOON_UTC = datetime(2026, 10, 7, 12, tzinfo=UTC).timestamp()


def test_calls_of_a_day_are_counted_up_to_the_most() -> None:
    one = taken(ModelQuota(), "2026-10-07", 2)
    assert one == ModelQuota("2026-10-07", 1)
    two = taken(one, "2026-10-07", 2)
    assert two == ModelQuota("2026-10-07", 2)
    assert taken(two, "2026-10-07", 2) is None


def test_a_new_day_starts_from_nothing() -> None:
    assert taken(ModelQuota("2026-10-07", 200), "2026-10-08", 200) == ModelQuota("2026-10-08", 1)


def test_a_quota_of_nothing_lets_nothing_through() -> None:
    assert taken(ModelQuota(), "2026-10-07", 0) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (ModelQuota("2026-10-07", 3), ModelQuota("2026-10-07", 2)),
        (ModelQuota("2026-10-07", 0), ModelQuota("2026-10-07", 0)),
        (ModelQuota("2026-10-08", 3), ModelQuota("2026-10-08", 3)),
    ],
    ids=["today", "nothing left to give", "over midnight"],
)
def test_a_call_that_never_left_is_given_back(before: ModelQuota, after: ModelQuota) -> None:
    assert given_back(before, "2026-10-07") == after


class Rig:
    """A quota of two calls over a real store, in Shanghai, at noon UTC (eight in the evening)."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.clock = ManualClock(wall=NOON_UTC)
        self.config = AgentConfig(daily_model_calls=2, time_zone="Asia/Shanghai")
        self.quota = StoredQuota(store.view, lambda: self.config, self.clock)

    async def takes(self, count: int, player: str = str(ALEX)) -> int:
        """How many of so many calls get through."""
        outcomes = [await self._take(player) for _ in range(count)]
        return outcomes.count(None)

    async def _take(self, player: str) -> Failure | None:
        try:
            await self.quota.take(player)
        except ModelError as error:
            return error.failure
        return None

    async def used(self) -> ModelQuota:
        return await self.store.read(ALEX, lambda data: data.record().quota)


@pytest_asyncio.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    async with opened(tmp_path) as store:
        yield Rig(store)


@pytest.mark.behaviour("USAGE-021", "USAGE-022")
async def test_the_quota_lasts_until_midnight_in_the_configured_zone(rig: Rig) -> None:
    assert await rig.takes(5) == 2
    rig.clock.advance(4 * 3600 - 1)  # a second to midnight in Shanghai
    assert await rig.takes(1) == 0
    rig.clock.advance(1)
    assert await rig.takes(5) == 2


async def test_the_quota_is_each_players_own(rig: Rig) -> None:
    assert await rig.takes(5) == 2
    assert await rig.takes(5, str(STEVE)) == 2


async def test_the_quota_is_kept_with_the_player(rig: Rig) -> None:
    await rig.quota.take(str(ALEX))

    again = StoredQuota(rig.store.view, lambda: rig.config, rig.clock)
    await again.take(str(ALEX))

    assert await rig.used() == ModelQuota("2026-10-07", 2)


async def test_a_changed_limit_holds_from_the_next_call(rig: Rig) -> None:
    assert await rig.takes(5) == 2
    rig.config = msgspec.structs.replace(rig.config, daily_model_calls=3)
    assert await rig.takes(5) == 1


async def test_what_is_given_back_can_be_taken_again(rig: Rig) -> None:
    give_back = await rig.quota.take(str(ALEX))
    await give_back()

    assert await rig.takes(5) == 2


async def test_giving_back_brings_no_deleted_player_back(rig: Rig) -> None:
    give_back = await rig.quota.take(str(ALEX))
    await rig.store.delete(ALEX)
    rig.store.invalidate(ALEX)

    await give_back()

    assert ALEX not in await rig.store.players()


async def test_the_server_itself_has_no_quota(rig: Rig) -> None:
    assert await rig.takes(5, "") == 5
    assert await rig.store.players() == ()


@pytest.mark.behaviour("USAGE-022")
async def test_a_used_up_quota_is_refused_by_name(rig: Rig) -> None:
    await rig.takes(2)

    with pytest.raises(ModelError) as refused:
        await rig.quota.take(str(ALEX))

    assert refused.value.failure is Failure.MODEL_QUOTA
    assert refused.value.detail == "2 calls on 2026-10-07"


@pytest.mark.behaviour("USAGE-022")
def test_two_hundred_calls_a_day_are_the_default() -> None:
    assert AgentConfig().daily_model_calls == 200
