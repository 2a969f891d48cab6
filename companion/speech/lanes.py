"""Who speaks when: lanes with their priority, lifetime, merging and cutting. Pure; time is given.

One voice is listened to at a time. A line waits in its lane until it may be said; what grew old
while it waited is never said. A short line may be said over a long one, which is lowered meanwhile:
a notice does not wait for the end of a story, and costs no word of it. What answers the player is
never talked over. To change how a lane behaves: its line in `RULES`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


class Lane(enum.StrEnum):
    """What a line is about; each has a voice and a volume of its own."""

    REPLY = "reply"
    """The answer to what the player just said or pressed."""
    CHARACTER = "character"
    """A character of the game speaks."""
    QUEST = "quest"
    """Quests are narrated."""
    NOTICE = "notice"
    """The engine tells something unasked."""
    SYSTEM = "system"
    """The companion tells of its own state."""


@dataclass(frozen=True, slots=True)
class LaneRule:
    """How a lane behaves.

    Attributes:
        priority: The higher one is said first.
        lifetime_s: A line that waited longer is not said any more.
        most_waiting: Lines that wait; the oldest gives way.
        cuts: Lanes that are silenced for it; others are let finish.
        over: Lanes that go on below it, lowered, while it is said.
    """

    priority: int
    lifetime_s: float
    most_waiting: int
    cuts: frozenset[Lane] = frozenset()
    over: frozenset[Lane] = frozenset()


_TOLD = frozenset({Lane.CHARACTER, Lane.QUEST})
"""Lanes of long lines."""

RULES: Mapping[Lane, LaneRule] = {
    Lane.REPLY: LaneRule(50, 120.0, 1, frozenset(Lane)),
    Lane.SYSTEM: LaneRule(40, 20.0, 2, frozenset({Lane.NOTICE}), _TOLD),
    Lane.CHARACTER: LaneRule(30, 30.0, 4, frozenset({Lane.QUEST, Lane.NOTICE})),
    Lane.QUEST: LaneRule(20, 60.0, 3),
    Lane.NOTICE: LaneRule(10, 30.0, 2, over=_TOLD),
}


@dataclass(frozen=True, slots=True)
class Line(Generic[T]):
    """Something to say.

    Attributes:
        lane: Where it waits.
        about: What it belongs to, such as a card's id; empty for nothing. A newer line of the same
            lane about the same replaces the one that waits.
        what: The caller's own.
        at: When it was asked for, in monotonic seconds.
    """

    lane: Lane
    about: str
    what: T
    at: float


class Lanes(Generic[T]):
    """The lines that wait. One thread."""

    def __init__(self) -> None:
        self._waiting: list[Line[T]] = []

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, line: Line[T], now: float) -> list[Line[T]]:
        """Let a line wait; return those that gave way: merged, crowded out or grown old."""
        before = [*self._waiting, line]
        self._drop_old(now)
        kept = [known for known in self._waiting if not _is_merged(known, line)]
        mine = [known for known in kept if known.lane is line.lane]
        crowd = max(0, len(mine) + 1 - RULES[line.lane].most_waiting)
        crowded_out = mine[:crowd]
        self._waiting = [known for known in kept if known not in crowded_out] + [line]
        return [known for known in before if known not in self._waiting]

    def take(self, now: float, heard: Sequence[Lane] = ()) -> tuple[Line[T] | None, list[Line[T]]]:
        """The line that is due, and those that grew old.

        Args:
            now: Monotonic seconds.
            heard: Lanes of what is being said.
        """
        old = self._drop_old(now)
        free = [line for line in self._waiting if _may_begin(line.lane, heard)]
        due = max(free, key=lambda line: RULES[line.lane].priority, default=None)
        if due is not None:
            self._waiting.remove(due)
        return due, old

    def drop(self, unwanted: Callable[[Line[T]], bool]) -> list[Line[T]]:
        """Take lines out; return them."""
        dropped = [line for line in self._waiting if unwanted(line)]
        self._waiting = [line for line in self._waiting if line not in dropped]
        return dropped

    def _drop_old(self, now: float) -> list[Line[T]]:
        return self.drop(lambda line: now - line.at > RULES[line.lane].lifetime_s)


def cuts(newer: Lane, current: Lane) -> bool:
    """Whether a line silences the one that is being said."""
    return current in RULES[newer].cuts


def overlaps(newer: Lane, current: Lane) -> bool:
    """Whether a line is said over the one that is being said."""
    return current in RULES[newer].over


SPEAKERS = {
    Lane.CHARACTER: "character",
    Lane.QUEST: "quest",
    Lane.NOTICE: "notice",
    Lane.SYSTEM: "notice",
}
"""Whose bound voice a lane has (`speech/voices/bindings.py`); absent lanes have the own one."""


def named(volumes: Mapping[str, int]) -> dict[Lane, int]:
    """Volumes by lane; names that are no lane's are left out."""
    return {lane: volumes[lane] for lane in Lane if lane in volumes}


def _may_begin(lane: Lane, heard: Sequence[Lane]) -> bool:
    """Two voices at most, and only where the lower one may be talked over."""
    return not heard or (len(heard) == 1 and overlaps(lane, heard[0]))


def _is_merged(known: Line[T], newer: Line[T]) -> bool:
    return known.lane is newer.lane and bool(newer.about) and known.about == newer.about
