from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine.storage.event_task import TaskState, step_task
from companion.engine.storage.receipt import Begun, Replay, Unknown
from companion.support.errors import CompanionError, Failure
from tests.helpers.store_rig import (
    ALEX,
    STEVE,
    Limits,
    beside,
    business,
    earn,
    event,
    opened,
    step,
)


@pytest.mark.behaviour("TOOL-010", "ENG-025")
async def test_the_intent_is_stored_before_and_the_result_after(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        assert await view.begin(step("credit")) == Begun()
        with beside(business(tmp_path)) as rows:
            assert rows.execute("SELECT state FROM receipt").fetchone() == ("RUNNING",)
        await view.done(step("credit"), b'{"coins":3}')
        with beside(business(tmp_path)) as rows:
            stored = rows.execute("SELECT state, result FROM receipt").fetchone()
    assert stored == ("DONE", b'{"coins":3}')


@pytest.mark.behaviour("ENG-030", "TOOL-012")
async def test_a_finished_step_is_replayed_byte_for_byte_after_a_restart(tmp_path: Path) -> None:
    result = b'{ "odd" : [1,2 ,3]}  '
    async with opened(tmp_path) as store:
        await store.view(ALEX).begin(step("credit"))
        await store.view(ALEX).done(step("credit"), result)
    async with opened(tmp_path) as store:
        assert await store.view(ALEX).begin(step("credit")) == Replay(result)


@pytest.mark.behaviour("ENG-027", "STORE-054")
async def test_an_unfinished_step_that_cannot_be_repeated_is_unknown(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.view(ALEX).begin(step("credit"))
    async with opened(tmp_path) as store:
        assert await store.view(ALEX).begin(step("credit")) == Unknown()
        left = await store.read(ALEX, lambda data: data.unfinished())
    assert [receipt.step for receipt in left] == [step("credit")]


async def test_an_unfinished_idempotent_step_begins_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for _ in range(2):
            assert await store.view(ALEX).begin(step("set", idempotent=True)) == Begun()


@pytest.mark.behaviour("TOOL-011")
@pytest.mark.parametrize("is_done", [False, True], ids=["running", "done"])
async def test_another_input_for_the_same_step_is_refused(tmp_path: Path, is_done: bool) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        await view.begin(step("credit", given=1))
        if is_done:
            await view.done(step("credit", given=1), b"1")
        with pytest.raises(CompanionError) as caught:
            await view.begin(step("credit", given=2))
        assert caught.value.failure is Failure.INPUT_CHANGED
        kept = await store.read(ALEX, lambda data: data.receipt("request", "credit"))
    assert kept is not None
    assert kept.step == step("credit", given=1)


@pytest.mark.behaviour("ENG-031")
async def test_all_tasks_of_a_player_share_one_table_and_players_share_no_step(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as store:
        await store.view(ALEX).begin(step("credit"))
        assert await store.view(STEVE).begin(step("credit")) == Begun()
        assert await store.view(ALEX).begin(step("credit", task="other")) == Begun()
        with beside(business(tmp_path)) as rows:
            tables = {name for (name,) in rows.execute("SELECT name FROM sqlite_schema")}
            assert rows.execute("SELECT COUNT(*) FROM receipt").fetchone() == (3,)
    assert {"receipt", "task"} <= tables
    assert not any("step" in table for table in tables)


async def test_a_result_that_was_not_begun_or_differs_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        with pytest.raises(CompanionError, match="not begun"):
            await view.done(step("credit"), b"1")
        await view.begin(step("credit"))
        await view.done(step("credit"), b"1")
        await view.done(step("credit"), b"1")
        with pytest.raises(CompanionError, match="another result"):
            await view.done(step("credit"), b"2")
        assert await view.begin(step("credit")) == Replay(b"1")


@pytest.mark.behaviour("ENG-020")
async def test_a_step_without_a_fingerprint_is_not_begun(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        with pytest.raises(CompanionError, match="no fingerprint"):
            await store.view(ALEX).begin(replace(step("credit"), fingerprint="short"))
        assert await store.read(ALEX, lambda data: data.unfinished()) == ()


async def test_a_withdrawn_intent_is_forgotten_and_a_finished_one_is_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        for name in ("left", "done"):
            await view.begin(step(name))
        await view.done(step("done"), b"1")
        for name in ("left", "done"):
            await view.update(lambda data, name=name: data.withdraw(step(name)))
        assert await view.begin(step("left")) == Begun()
        assert await view.begin(step("done")) == Replay(b"1")


async def test_an_effect_of_ours_and_its_receipt_are_one_change(tmp_path: Path) -> None:
    def effect(data) -> None:  # type: ignore[no-untyped-def]
        earn(5)(data)
        data.done(step("credit"), b"5")
        raise RuntimeError("crash")

    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        await view.begin(step("credit"))
        with pytest.raises(RuntimeError):
            await view.update(effect)
        assert await view.begin(step("credit")) == Unknown()
        assert await view.update(earn(0)) == 0


@pytest.mark.behaviour("STORE-018", "STORE-015")
async def test_over_the_count_the_oldest_finished_steps_go_and_running_ones_stay(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, Limits(receipt_entries=4)) as store:
        view = store.view(ALEX)
        await view.begin(step("running"))
        for name in ("a", "b", "c", "d"):
            await view.begin(step(name))
            await view.done(step(name), b"1")
        with beside(business(tmp_path)) as rows:
            left = [row[0] for row in rows.execute("SELECT step FROM receipt ORDER BY seq")]
    assert left == ["running", "b", "c", "d"]


@pytest.mark.behaviour("STORE-014", "STORE-015")
async def test_over_the_bytes_the_oldest_finished_steps_go(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(receipt_bytes=3000)) as store:
        view = store.view(ALEX)
        for name in ("a", "b", "c"):
            await view.begin(step(name))
            await view.done(step(name), b"x" * 1300)
        with beside(business(tmp_path)) as rows:
            left = [row[0] for row in rows.execute("SELECT step FROM receipt ORDER BY seq")]
            size = rows.execute("SELECT SUM(bytes) FROM receipt").fetchone()[0]
    assert left == ["b", "c"]
    assert size <= 3000


@pytest.mark.behaviour("STORE-019")
@pytest.mark.parametrize("limit", [{"receipt_entries": 3}, {"receipt_bytes": 300}])
async def test_the_log_is_full_only_when_nothing_in_it_has_ended(
    tmp_path: Path, limit: dict[str, int]
) -> None:
    async with opened(tmp_path, Limits(**limit)) as store:
        view = store.view(ALEX)
        for name in ("a", "b", "c"):
            await view.begin(step(name))
        with pytest.raises(CompanionError) as caught:
            await view.begin(step("d"))
        assert caught.value.failure is Failure.STORAGE_FULL
        await view.update(lambda data: data.withdraw(step("a")))
        assert await view.begin(step("d")) == Begun()


async def test_a_result_too_large_to_keep_leaves_its_step_unknown(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(receipt_bytes=2000)) as store:
        view = store.view(ALEX)
        await view.begin(step("big"))
        with pytest.raises(CompanionError) as caught:
            await view.done(step("big"), b"x" * 2000)
        assert caught.value.failure is Failure.STORAGE_FULL
        assert await view.begin(step("big")) == Unknown()


@pytest.mark.behaviour("STORE-018", "ENG-030")
async def test_finished_steps_of_a_task_that_goes_on_are_not_reclaimed(tmp_path: Path) -> None:
    needed = step("first", task=step_task("open"))
    async with opened(tmp_path, Limits(receipt_entries=2)) as store:
        view = store.view(ALEX)
        await view.update(lambda data: data.enqueue(event("open")))
        for one in (needed, step("a"), step("b")):
            await view.begin(one)
            await view.done(one, b"1")
        assert await view.begin(needed) == Replay(b"1")
        await view.update(lambda data: data.move("open", TaskState.SUCCEEDED))
        await view.begin(step("c"))
        assert await store.read(ALEX, lambda data: data.receipt("event/open", "first")) is None


@pytest.mark.behaviour("STORE-033", "ENG-026")
@pytest.mark.parametrize("damage", ["state = 'FOO'", "fingerprint = 'xyz'"])
async def test_a_damaged_receipt_is_an_error_and_begins_nothing(
    tmp_path: Path, damage: str
) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        await view.begin(step("credit", idempotent=True))
        with beside(business(tmp_path)) as rows:
            rows.execute(f"UPDATE receipt SET {damage}")
        with pytest.raises(CompanionError) as caught:
            await view.begin(step("credit", idempotent=True))
    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
