"""What a store should hold, as plain lists and dicts: the judge of the state machine."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.storage.event_task import RECOVERABLE, TaskState

RECEIPTS, TASKS, TURNS, REPLAYS = 3, 2, 3, 2


class FullError(Exception):
    """The model says that there is no room."""


@dataclass(slots=True)
class Written:
    """A receipt: input, whether it may be repeated, and its result once it is done."""

    given: int
    idempotent: bool
    result: bytes | None = None


@dataclass(slots=True)
class Player:
    """One player's data; generations count deletions and clearings."""

    orders: dict[str, str] = field(default_factory=dict)
    receipts: dict[tuple[str, str], Written] = field(default_factory=dict)
    tasks: dict[str, TaskState] = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)

    def add_receipt(self, key: tuple[str, str], written: Written) -> None:
        """Add an intent; the oldest finished step that no open task needs makes room."""
        if len(self.receipts) >= RECEIPTS:
            del self.receipts[self._first_ended_receipt()]
        self.receipts[key] = written

    def add_task(self, name: str) -> None:
        """Add a task; the oldest that has ended makes room."""
        if len(self.tasks) >= TASKS:
            ended = [one for one, state in self.tasks.items() if state not in RECOVERABLE]
            if not ended:
                raise FullError
            del self.tasks[ended[0]]
        self.tasks[name] = TaskState.QUEUED

    def add_round(self, number: int) -> None:
        """Add a round unless its request is known; the oldest makes room."""
        if number not in self.rounds:
            self.rounds.append(number)
            del self.rounds[: max(0, len(self.rounds) - TURNS)]

    def replayable(self) -> list[int]:
        return self.rounds[-REPLAYS:]

    def _first_ended_receipt(self) -> tuple[str, str]:
        for key, written in self.receipts.items():
            task = key[0].removeprefix("event/")
            if written.result is not None and self.tasks.get(task) not in RECOVERABLE:
                return key
        raise FullError
