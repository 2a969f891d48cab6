"""What a player does by hand for a quest, and what of it a link may do for them. Pure."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from companion.games.quest_book import Progress, Quest, Task


class TaskInput(enum.StrEnum):
    """How a goal gets its progress."""

    ITEMS = "items"
    """Items are handed in, and gone."""
    SCREEN = "screen"
    """Items are put into a block of the game."""
    CHECKMARK = "checkmark"
    EXPERIENCE = "experience"
    BUTTON = "button"
    NATIVE = "native"
    """Fluids, energy and what we do not know: the quest system's own input takes it."""
    FOUND = "found"
    """The game notices by itself: kills, places, what one carries."""


class SubmissionAction(enum.StrEnum):
    """Which button a quest offers."""

    NONE = "NONE"
    CHECKMARK = "CHECKMARK"
    SUBMIT = "SUBMIT"


SUBMITTED = frozenset(
    {TaskInput.ITEMS, TaskInput.CHECKMARK, TaskInput.EXPERIENCE, TaskInput.BUTTON}
)
"""What may be handed in from outside; everything else stays with the quest book."""

_BY_HAND = SUBMITTED | {TaskInput.SCREEN, TaskInput.NATIVE}
_FOUND = frozenset(
    {
        "kill",
        "location",
        "dimension",
        "biome",
        "structure",
        "stat",
        "advancement",
        "observation",
        "interaction",
        "gamestage",
    }
)


def input_of(task: Task) -> TaskInput:
    """How a goal gets its progress, by its type."""
    match task.kind:
        case "checkmark":
            return TaskInput.CHECKMARK
        case "xp":
            return TaskInput.EXPERIENCE
        case "custom":
            return TaskInput.BUTTON if task.button else TaskInput.FOUND
        case "item" if task.screen_only:
            return TaskInput.SCREEN
        case "item":
            return TaskInput.ITEMS if task.consumes else TaskInput.FOUND
        case kind:
            return TaskInput.FOUND if kind in _FOUND else TaskInput.NATIVE


def requires_manual_submission(quest: Quest) -> bool:
    """Whether any goal, also an optional or finished one, is met by hand."""
    return any(input_of(task) in _BY_HAND for task in quest.tasks)


def is_done(task: Task, progress: Progress) -> bool:
    """Whether a goal needs nothing more."""
    return task.id in progress.completed or progress.task_progress.get(task.id, 0) >= task.needed


def allowed(quest: Quest, progress: Progress) -> Sequence[Task]:
    """Unfinished goals that accept progress now: where order counts, the first one only."""
    left = [task for task in quest.tasks if not is_done(task, progress)]
    return left[:1] if quest.in_order else left


def submittable_tasks(quest: Quest, progress: Progress) -> Sequence[Task]:
    """Goals that may be handed in directly now; nobody has looked whether one has enough."""
    return [task for task in allowed(quest, progress) if input_of(task) in SUBMITTED]


def is_submittable(quest: Quest, progress: Progress) -> bool:
    """Whether there is such a goal."""
    return bool(submittable_tasks(quest, progress))


def can_complete(quest: Quest, progress: Progress) -> bool:
    """Whether all that is left of a quest are checkmarks."""
    left = [task for task in quest.tasks if not is_done(task, progress) and not task.optional]
    left = left or [task for task in quest.tasks if not is_done(task, progress)]
    return bool(left) and all(task.kind == "checkmark" for task in left)


def submission_action(quest: Quest, progress: Progress, *, is_open: bool) -> SubmissionAction:
    """The button that a quest offers.

    Args:
        quest: Which.
        progress: The team's.
        is_open: Whether progress on the quest counts now.
    """
    if not is_open or not is_submittable(quest, progress):
        return SubmissionAction.NONE
    if can_complete(quest, progress):
        return SubmissionAction.CHECKMARK
    return SubmissionAction.SUBMIT
