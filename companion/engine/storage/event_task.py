"""Event tasks: kept until they end, resumed with the policy, budget and deadline they began with.

A task is stored under a stable id, so that the same event makes one task (ENG-076). What it is
to do, its policy and its budget are the executor's; the store keeps them as encoded JSON.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.support.errors import Failure


class TaskState(enum.StrEnum):
    """Where a task stands (ENG-024); an unknown name in the store is damage."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    WAITING = "WAITING"
    """The player is away."""
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    PARTIALLY_SUCCEEDED = "PARTIALLY_SUCCEEDED"


RECOVERABLE = frozenset({TaskState.QUEUED, TaskState.RUNNING, TaskState.WAITING})


@dataclass(frozen=True, slots=True)
class EventTask:
    """One event to be handled, as accepted.

    Attributes:
        id: Stable for the event: the same event gives the same id.
        rule: Identifier of the rule that authorises it.
        module: Identifier of the module that handles it.
        module_version: Of the module when it was accepted.
        input: Encoded action.
        policy: Encoded execution policy in force when it was accepted.
        budget: Encoded budget used so far.
        deadline: Wall-clock seconds; a resumed task keeps it.
    """

    id: str
    rule: str
    module: str
    module_version: str
    input: bytes
    policy: bytes
    budget: bytes
    deadline: float
    state: TaskState = TaskState.QUEUED


@dataclass(frozen=True, slots=True)
class Refused:
    """A task that may not go on, and why."""

    task: EventTask
    failure: Failure


def step_task(task: str) -> str:
    """The task under which an event task's steps are recorded, apart from request ids."""
    return f"event/{task}"


def may_move(current: TaskState, following: TaskState) -> bool:
    """Whether a task in one state may get another: what has ended stays as it ended."""
    return current in RECOVERABLE and current is not following


def resume(
    tasks: Iterable[EventTask], rules: Collection[str], now: float
) -> tuple[tuple[EventTask, ...], tuple[Refused, ...]]:
    """Sort stored tasks into those that go on and those that end.

    Args:
        tasks: As stored, oldest first; ended ones are left out.
        rules: Rules in force; without its rule a task is not authorised (ENG-029).
        now: Wall-clock seconds.
    """
    going: list[EventTask] = []
    refused: list[Refused] = []
    for task in tasks:
        if task.state not in RECOVERABLE:
            continue
        if task.rule not in rules:
            refused.append(Refused(task, Failure.NOT_PERMITTED))
        elif task.deadline <= now:
            refused.append(Refused(task, Failure.DEADLINE_EXCEEDED))
        else:
            going.append(task)
    return tuple(going), tuple(refused)
