"""Grant, revoke and reset over the real store: in order, once, and truthfully."""

from __future__ import annotations

import asyncio

import pytest

from companion.engine.access.ai_access import AiLevels
from companion.engine.access.binding import Bindings, Granted
from companion.engine.access.levels import AiLevel
from companion.support.errors import CompanionError, Failure, StorageError
from tests.helpers.access_world import ALEX, DAILY, NIGHTLY, STEVE, AiEffectsLog, BindingLog, Disk
from tests.helpers.store_rig import PURSE, Purse, beside, business, opened


class Rig:
    """Bindings over a store, in a world that defines two systems."""

    def __init__(self, store):
        self.store = store
        self.log = BindingLog()
        self.systems = {DAILY, NIGHTLY}
        self.bindings = Bindings(store, self.log, lambda: set(self.systems), [self.log.forget])

    async def record(self, player=ALEX):
        return await self.store.read(player.id, lambda data: data.record())


@pytest.fixture
async def rig(tmp_path):
    async with opened(tmp_path) as store:
        yield Rig(store)


async def refused(failure, call):
    with pytest.raises(CompanionError) as caught:
        await call
    assert caught.value.failure is failure


@pytest.mark.behaviour("BIND-001", "BIND-007")
async def test_a_grant_binds_and_tells_the_player(rig):
    assert not (await rig.record()).is_bound
    assert await rig.bindings.grant(ALEX.id, DAILY) is Granted.NEW
    assert (await rig.record()).systems == (DAILY,)
    assert rig.log.calls == [("BOUND", ALEX.id, DAILY)]


@pytest.mark.behaviour("BIND-005")
async def test_the_same_grant_again_changes_nothing(rig):
    await rig.bindings.grant(ALEX.id, DAILY)
    assert await rig.bindings.grant(ALEX.id, DAILY) is Granted.ALREADY
    assert len(rig.log.calls) == 1


@pytest.mark.behaviour("BIND-002", "BIND-005")
async def test_another_grant_is_refused_while_bound(rig):
    await rig.bindings.grant(ALEX.id, DAILY)
    await refused(Failure.OTHER_SYSTEM_BOUND, rig.bindings.grant(ALEX.id, NIGHTLY))
    assert (await rig.record()).systems == (DAILY,)


@pytest.mark.behaviour("BIND-004")
async def test_an_unknown_system_is_refused(rig):
    await refused(Failure.SYSTEM_UNKNOWN, rig.bindings.grant(ALEX.id, "example:none"))
    assert not (await rig.record()).is_bound


@pytest.mark.behaviour("BIND-006")
async def test_of_two_grants_at_once_one_succeeds(rig):
    grants = (rig.bindings.grant(ALEX.id, DAILY), rig.bindings.grant(ALEX.id, NIGHTLY))
    ended = await asyncio.gather(*grants, return_exceptions=True)
    assert [Granted.NEW in ended, sum(isinstance(e, CompanionError) for e in ended)] == [True, 1]
    assert len((await rig.record()).systems) == 1


@pytest.mark.behaviour("BIND-008")
async def test_the_baseline_is_noted_with_the_binding_or_not_at_all(rig):
    def fails(data):
        data.put(PURSE, Purse(7))
        raise StorageError("advancements cannot be read")

    with pytest.raises(StorageError):
        await rig.bindings.grant(ALEX.id, DAILY, fails)
    assert not (await rig.record()).is_bound
    await rig.bindings.grant(ALEX.id, DAILY, lambda data: data.put(PURSE, Purse(3)))
    assert await rig.store.read(ALEX.id, lambda data: data.get(PURSE)) == Purse(3)


@pytest.mark.behaviour("BIND-008")
async def test_a_repeated_grant_notes_no_new_baseline(rig):
    await rig.bindings.grant(ALEX.id, DAILY, lambda data: data.put(PURSE, Purse(3)))
    await rig.bindings.grant(ALEX.id, DAILY, lambda data: data.put(PURSE, Purse(9)))
    assert await rig.store.read(ALEX.id, lambda data: data.get(PURSE)) == Purse(3)


@pytest.mark.behaviour("BIND-011", "BIND-013")
async def test_a_revoke_stops_then_forgets_then_deletes_then_tells(rig):
    await rig.bindings.grant(ALEX.id, DAILY, lambda data: data.put(PURSE, Purse(3)))
    rig.log.calls.clear()
    await rig.bindings.revoke(ALEX.id)
    assert rig.log.calls == [
        ("invalidate", ALEX.id),
        ("forget", ALEX.id),
        ("REVOKED", ALEX.id, ""),
    ]
    assert not (await rig.record()).is_bound
    assert await rig.store.read(ALEX.id, lambda data: data.find(PURSE)) is None


@pytest.mark.behaviour("BIND-011")
async def test_what_still_runs_cannot_write_after_a_revoke(rig):
    await rig.bindings.grant(ALEX.id, DAILY)
    view = rig.store.view(ALEX.id)
    await rig.bindings.revoke(ALEX.id)
    await refused(Failure.CANCELLED, view.update(lambda data: data.put(PURSE, Purse(1))))


@pytest.mark.behaviour("BIND-012")
async def test_every_part_that_remembers_a_player_forgets_in_order(rig):
    order = []

    def part(name):
        async def forget(player):
            order.append((name, (await rig.record()).is_bound))

        return forget

    parts = [part(name) for name in ("quotes", "narration", "claims", "database")]
    bindings = Bindings(rig.store, rig.log, lambda: rig.systems, parts)
    await bindings.grant(ALEX.id, DAILY)
    await bindings.revoke(ALEX.id)
    assert order == [(n, True) for n in ("quotes", "narration", "claims", "database")]


@pytest.mark.behaviour("BIND-013", "BIND-014")
async def test_a_part_that_fails_gives_its_error_and_no_success(rig):
    async def fails(player):
        raise StorageError("the private database is locked")

    bindings = Bindings(rig.store, rig.log, lambda: rig.systems, [fails])
    await bindings.grant(ALEX.id, DAILY)
    rig.log.calls.clear()
    with pytest.raises(StorageError, match="locked"):
        await bindings.revoke(ALEX.id)
    assert rig.log.calls == [("invalidate", ALEX.id), ("BOUND", ALEX.id, DAILY)]
    assert (await rig.record()).is_bound


@pytest.mark.behaviour("BIND-014")
async def test_a_deletion_that_fails_is_no_success_but_stops_what_ran(rig, monkeypatch):
    async def fails(player):
        raise StorageError("the disk went away")

    await rig.bindings.grant(ALEX.id, DAILY)
    rig.log.calls.clear()
    monkeypatch.setattr(rig.store, "delete", fails)
    with pytest.raises(StorageError, match="went away"):
        await rig.bindings.revoke(ALEX.id)
    assert rig.log.calls == [
        ("invalidate", ALEX.id),
        ("forget", ALEX.id),
        ("BOUND", ALEX.id, DAILY),
    ]


async def test_a_player_without_a_system_has_nothing_to_revoke(rig):
    await refused(Failure.NOT_BOUND, rig.bindings.revoke(ALEX.id))
    assert rig.log.calls == []


@pytest.mark.behaviour("BIND-016")
async def test_a_reset_deletes_what_cannot_be_read(rig, tmp_path):
    await rig.bindings.grant(ALEX.id, DAILY)
    with beside(business(tmp_path)) as connection:
        connection.execute("UPDATE player SET body = x'00'")
    with pytest.raises(StorageError):
        await rig.bindings.revoke(ALEX.id)
    await rig.bindings.reset(ALEX.id)
    assert not (await rig.record()).is_bound
    assert await rig.bindings.grant(ALEX.id, NIGHTLY) is Granted.NEW


@pytest.mark.behaviour("BIND-009")
async def test_a_new_binding_asks_for_guidance_once(rig):
    assert not rig.bindings.take_guidance(ALEX.id)
    await rig.bindings.grant(ALEX.id, DAILY)
    assert rig.bindings.take_guidance(ALEX.id)
    assert not rig.bindings.take_guidance(ALEX.id)
    await rig.bindings.grant(ALEX.id, DAILY)
    assert not rig.bindings.take_guidance(ALEX.id)


@pytest.mark.behaviour("BIND-009")
@pytest.mark.parametrize("how", ["logout", "revoke", "reset"])
async def test_guidance_that_was_not_given_is_forgotten(rig, how):
    await rig.bindings.grant(ALEX.id, DAILY)
    match how:
        case "logout":
            rig.bindings.logged_out(ALEX.id)
        case "revoke":
            await rig.bindings.revoke(ALEX.id)
        case _:
            await rig.bindings.reset(ALEX.id)
    assert not rig.bindings.take_guidance(ALEX.id)


@pytest.mark.behaviour("BIND-009")
async def test_a_new_binding_after_a_revoke_asks_for_guidance_again(rig):
    await rig.bindings.grant(ALEX.id, DAILY)
    rig.bindings.take_guidance(ALEX.id)
    await rig.bindings.revoke(ALEX.id)
    await rig.bindings.grant(ALEX.id, DAILY)
    assert rig.bindings.take_guidance(ALEX.id)


@pytest.mark.behaviour("BIND-017", "BIND-019")
async def test_everyone_has_the_system_they_were_given(rig):
    await rig.bindings.grant(ALEX.id, DAILY)
    await rig.bindings.grant(STEVE.id, NIGHTLY)
    ready = [await rig.bindings.ready_system(player.id) for player in (ALEX, STEVE)]
    assert ready == [DAILY, NIGHTLY]


@pytest.mark.behaviour("BIND-017", "BIND-019")
async def test_nobody_has_a_system_by_default(rig):
    await refused(Failure.NOT_BOUND, rig.bindings.ready_system(ALEX.id))


@pytest.mark.behaviour("BIND-020")
async def test_a_system_that_vanished_is_told_and_not_replaced(rig):
    await rig.bindings.grant(ALEX.id, DAILY)
    await rig.bindings.grant(STEVE.id, NIGHTLY)
    before = set(rig.systems)
    rig.systems.discard(DAILY)
    rig.log.calls.clear()
    assert await rig.bindings.systems_changed(before, [ALEX.id, STEVE.id]) == (ALEX.id,)
    assert rig.log.calls == [("invalidate", ALEX.id), ("INVALIDATED", ALEX.id, DAILY)]
    await refused(Failure.SYSTEM_GONE, rig.bindings.ready_system(ALEX.id))


@pytest.mark.behaviour("BIND-020")
async def test_a_system_that_comes_back_is_ready_again(rig):
    await rig.bindings.grant(ALEX.id, DAILY)
    rig.log.calls.clear()
    assert await rig.bindings.systems_changed({NIGHTLY}, [ALEX.id]) == ()
    assert rig.log.calls == [("BOUND", ALEX.id, DAILY)]
    assert await rig.bindings.ready_system(ALEX.id) == DAILY


async def test_one_unreadable_player_does_not_keep_the_news_from_others(rig, tmp_path):
    await rig.bindings.grant(ALEX.id, DAILY)
    with beside(business(tmp_path)) as connection:
        connection.execute("UPDATE player SET body = x'00'")
    await rig.bindings.grant(STEVE.id, DAILY)
    rig.systems.discard(DAILY)
    gone = await rig.bindings.systems_changed({DAILY, NIGHTLY}, [ALEX.id, STEVE.id])
    assert gone == (STEVE.id,)


async def test_pairing_binds_who_is_bound_to_nothing(rig):
    assert await rig.bindings.grant_on_pair(ALEX.id, DAILY)
    assert not await rig.bindings.grant_on_pair(ALEX.id, NIGHTLY)
    assert not await rig.bindings.grant_on_pair(STEVE.id, "")
    assert (await rig.record()).systems == (DAILY,)
    assert not (await rig.record(STEVE)).is_bound


@pytest.mark.behaviour("PERM-008")
@pytest.mark.parametrize("how", ["revoke", "reset"])
async def test_an_ai_level_survives(rig, how):
    disk = Disk()
    levels = AiLevels(None, disk.write, AiEffectsLog())
    await levels.set(ALEX.id, AiLevel.FULL)
    await rig.bindings.grant(ALEX.id, DAILY)
    await getattr(rig.bindings, how)(ALEX.id)
    assert levels.of(ALEX.id) is AiLevel.FULL
    assert AiLevels(disk.content, disk.write, AiEffectsLog()).of(ALEX.id) is AiLevel.FULL
