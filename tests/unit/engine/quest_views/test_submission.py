"""What is done by hand for a quest, and what of it may be done from outside."""

from __future__ import annotations

import pytest

from companion.engine.quest_views.submission import (
    SUBMITTED,
    SubmissionAction,
    TaskInput,
    can_complete,
    input_of,
    is_submittable,
    requires_manual_submission,
    submission_action,
    submittable_tasks,
)
from companion.games.quest_book import Goods, Progress, Quest, Task

KNOWN = Progress(known=True)


def task(number: int, kind: str, *, needed: int = 1, **more: bool) -> Task:
    return Task(number, kind, kind, Goods("", ""), needed, **more)


def asking(*tasks: Task, in_order: bool = False) -> Quest:
    return Quest(1, 9, "Quest", True, tasks=tasks, in_order=in_order)


TICK = task(11, "checkmark")
HANDED_IN = task(12, "item", consumes=True)
FOUND = task(13, "item")
SCREEN = task(14, "item", consumes=True, screen_only=True)

KINDS = {
    "items that are handed in": (HANDED_IN, TaskInput.ITEMS),
    "items that are only carried": (FOUND, TaskInput.FOUND),
    "items for a block": (SCREEN, TaskInput.SCREEN),
    "a tick": (TICK, TaskInput.CHECKMARK),
    "experience": (task(15, "xp"), TaskInput.EXPERIENCE),
    "a button": (task(16, "custom", button=True), TaskInput.BUTTON),
    "a goal of a script": (task(17, "custom"), TaskInput.FOUND),
    "a fluid": (task(18, "fluid"), TaskInput.NATIVE),
    "energy": (task(19, "forge_energy"), TaskInput.NATIVE),
    "an unknown type": (task(20, "some_mod:song"), TaskInput.NATIVE),
    "a kill": (task(21, "kill"), TaskInput.FOUND),
    "a look": (task(22, "observation"), TaskInput.FOUND),
}


@pytest.mark.behaviour("QUEST-056", "QUEST-057")
@pytest.mark.parametrize(("goal", "kind"), KINDS.values(), ids=KINDS.keys())
def test_how_a_goal_gets_its_progress(goal: Task, kind: TaskInput) -> None:
    assert input_of(goal) is kind
    assert is_submittable(asking(goal), KNOWN) == (kind in SUBMITTED)


@pytest.mark.behaviour("QUEST-055")
@pytest.mark.parametrize(
    ("tasks", "by_hand"),
    [
        ((FOUND,), False),
        ((FOUND, TICK), True),
        ((task(23, "checkmark", optional=True), FOUND), True),
        ((SCREEN,), True),
        ((task(21, "kill"),), False),
        ((), False),
    ],
    ids=["found", "one tick", "an optional tick", "a block", "a kill", "nothing"],
)
def test_one_goal_by_hand_is_enough(tasks: tuple[Task, ...], by_hand: bool) -> None:
    assert requires_manual_submission(asking(*tasks)) == by_hand


@pytest.mark.behaviour("QUEST-059", "QUEST-060")
@pytest.mark.parametrize(
    ("quest", "action"),
    [
        (asking(TICK), SubmissionAction.CHECKMARK),
        (asking(TICK, HANDED_IN), SubmissionAction.SUBMIT),
        (asking(FOUND), SubmissionAction.NONE),
        (asking(FOUND, TICK), SubmissionAction.SUBMIT),
        (asking(FOUND, TICK, in_order=True), SubmissionAction.NONE),
        (asking(SCREEN), SubmissionAction.NONE),
    ],
    ids=["only ticks", "items too", "found", "mixed", "not in its turn", "for a block"],
)
def test_the_button_of_a_quest(quest: Quest, action: SubmissionAction) -> None:
    assert submission_action(quest, KNOWN, is_open=True) is action
    assert submission_action(quest, KNOWN, is_open=False) is SubmissionAction.NONE


def test_what_is_done_is_not_handed_in_again() -> None:
    done = Progress(known=True, completed=frozenset({12}))
    assert submittable_tasks(asking(HANDED_IN), done) == []
    assert can_complete(asking(HANDED_IN, TICK), done)


@pytest.mark.behaviour("QUEST-061")
def test_enough_of_it_is_never_promised() -> None:
    many = task(12, "item", needed=9_999, consumes=True)
    assert is_submittable(asking(many), KNOWN)
