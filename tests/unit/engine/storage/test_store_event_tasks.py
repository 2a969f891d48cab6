from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine.storage.event_task import RECOVERABLE, TaskState, resume
from companion.support.errors import CompanionError, Failure
from tests.helpers.store_rig import ALEX, Limits, beside, business, event, opened


@pytest.mark.behaviour("ENG-022", "ENG-028", "ENG-023")
async def test_a_task_comes_back_with_the_policy_budget_and_deadline_it_had(
    tmp_path: Path,
) -> None:
    task = replace(event("e1", deadline=1234.5), budget=b'{"used":1}')
    async with opened(tmp_path) as store:
        await store.view(ALEX).update(lambda data: data.enqueue(task))
        await store.view(ALEX).update(lambda data: data.move("e1", TaskState.RUNNING))
        await store.view(ALEX).update(lambda data: data.spend("e1", b'{"used":2}'))
    async with opened(tmp_path) as store:
        found = await store.read(ALEX, lambda data: data.tasks())
    assert found == (replace(task, state=TaskState.RUNNING, budget=b'{"used":2}'),)


@pytest.mark.behaviour("ENG-076")
async def test_the_same_event_makes_one_task(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        assert await view.update(lambda data: data.enqueue(event("e1")))
        await view.update(lambda data: data.move("e1", TaskState.SUCCEEDED))
        assert not await view.update(lambda data: data.enqueue(event("e1", deadline=9.0)))
        (found,) = await store.read(ALEX, lambda data: data.tasks())
    assert (found.state, found.deadline) == (TaskState.SUCCEEDED, 2e9)


@pytest.mark.behaviour("ENG-024")
@pytest.mark.parametrize("ended", sorted(set(TaskState) - RECOVERABLE))
async def test_what_has_ended_stays_as_it_ended(tmp_path: Path, ended: TaskState) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        await view.update(lambda data: data.enqueue(event("e1")))
        await view.update(lambda data: data.move("e1", ended))
        for following in set(TaskState) - {ended}:
            with pytest.raises(CompanionError):
                await view.update(lambda data, to=following: data.move("e1", to))
        with pytest.raises(CompanionError):
            await view.update(lambda data: data.spend("e1", b"{}"))
        assert (await store.read(ALEX, lambda data: data.tasks()))[0].state is ended


@pytest.mark.behaviour("ENG-024")
async def test_a_task_waits_runs_and_waits_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        await view.update(lambda data: data.enqueue(event("e1")))
        for state in (TaskState.WAITING, TaskState.RUNNING, TaskState.WAITING, TaskState.QUEUED):
            await view.update(lambda data, to=state: data.move("e1", to))
            found = await store.read(ALEX, lambda data: data.task("e1"))
            assert found is not None
            assert found.state is state


@pytest.mark.behaviour("ENG-026")
async def test_an_unknown_state_is_an_error_and_not_a_new_task(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        await view.update(lambda data: data.enqueue(event("e1")))
        with beside(business(tmp_path)) as rows:
            rows.execute("UPDATE task SET state = 'FOO'")
        for change in (lambda data: data.move("e1", TaskState.RUNNING), lambda data: data.tasks()):
            with pytest.raises(CompanionError) as caught:
                await view.update(change)
            assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


async def test_a_task_that_is_not_kept_cannot_be_moved(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        with pytest.raises(CompanionError, match="cannot become"):
            await store.view(ALEX).update(lambda data: data.move("e1", TaskState.RUNNING))


@pytest.mark.behaviour("ENG-029", "ENG-023")
def test_without_its_rule_or_past_its_deadline_a_task_does_not_go_on() -> None:
    tasks = [
        event("ok", deadline=20.0),
        event("late", deadline=10.0),
        event("removed", rule="rule:gone"),
        replace(event("over", deadline=1.0), state=TaskState.FAILED),
        replace(event("away", deadline=20.0), state=TaskState.WAITING),
    ]
    going, refused = resume(tasks, {"rule:first"}, now=10.0)
    assert [task.id for task in going] == ["ok", "away"]
    assert [(end.task.id, end.failure) for end in refused] == [
        ("late", Failure.DEADLINE_EXCEEDED),
        ("removed", Failure.NOT_PERMITTED),
    ]


@pytest.mark.behaviour("STORE-018", "STORE-015")
async def test_over_the_count_the_oldest_ended_tasks_go(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(event_entries=3)) as store:
        view = store.view(ALEX)
        for name in ("open", "a", "b", "c"):
            await view.update(lambda data, name=name: data.enqueue(event(name)))
            if name != "open":
                await view.update(lambda data, name=name: data.move(name, TaskState.FAILED))
        left = await store.read(ALEX, lambda data: data.tasks())
    assert [task.id for task in left] == ["open", "b", "c"]


@pytest.mark.behaviour("STORE-014", "STORE-019")
async def test_tasks_that_may_go_on_fill_the_log_and_nothing_is_lost(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(event_bytes=2048)) as store:
        view = store.view(ALEX)
        await view.update(lambda data: data.enqueue(event("a", size=900)))
        await view.update(lambda data: data.enqueue(event("b", size=900)))
        with pytest.raises(CompanionError) as caught:
            await view.update(lambda data: data.enqueue(event("c", size=900)))
        assert caught.value.failure is Failure.STORAGE_FULL
        await view.update(lambda data: data.move("a", TaskState.SUCCEEDED))
        assert await view.update(lambda data: data.enqueue(event("c", size=900)))
        left = await store.read(ALEX, lambda data: data.tasks())
    assert [task.id for task in left] == ["b", "c"]
