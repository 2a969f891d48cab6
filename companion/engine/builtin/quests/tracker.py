"""What changed for a team between two looks at the game. Pure: values in, values out.

A first look, another book, another team or a switched lock only makes a new baseline: what is
already open then is no news.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.engine.quest_views.reader import QuestReader
from companion.engine.quest_views.scene import STANDINGS_KEPT, Scene, Standing, is_intro
from companion.games.quest_book import QuestBook

NO_ROUND = 0


@dataclass(frozen=True, slots=True)
class Look:
    """What a team's quests were at one moment.

    Attributes:
        book: Whose quests; compared by identity of its contents.
        open: Visible quests whose tasks can start, completed ones among them (QUEST-054).
        completed: Visible completed quests, and when each was; rounds of a repeatable one differ.
        known: Whether the progress is.
    """

    book: QuestBook
    team: str
    is_locked: bool
    known: bool
    open: frozenset[int]
    completed: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened.

    Attributes:
        completed: Quests, in the order they were completed.
        unlocked: Quests that can be begun now, in the order of chapters and quests.
    """

    completed: tuple[int, ...] = ()
    unlocked: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.completed or self.unlocked)


NOTHING = Changes()
MOST_COMPLETED = 256
"""Completions of a team that one look tells of: who completes a whole book at once by an operator's
command is not told of every quest (NOTE-027, QUEST-086)."""


def look_at(scene: Scene) -> Look:
    """What is compared of a scene; the same one as long as nothing changed."""
    return _look_of(scene.standing)


@lru_cache(maxsize=STANDINGS_KEPT)
def _look_of(standing: Standing) -> Look:
    """A thousand players are looked at every second; few of them have done anything."""
    progress, visible = standing.progress, standing.visible
    completed = {
        number: progress.completed_ms.get(number, NO_ROUND)
        for number in progress.completed
        if number in visible
    }
    return Look(
        standing.book,
        progress.team,
        progress.locked,
        progress.known,
        QuestReader(standing).notification_baseline(),
        completed,
    )


def changes(before: Look | None, after: Look) -> Changes:
    """What a team is to be told."""
    if before is after:
        return NOTHING
    if before is None or not _is_comparable(before, after):
        return NOTHING
    finished = [
        number for number, at in after.completed.items() if before.completed.get(number) != at
    ]
    place = {number: index for index, number in enumerate(after.book.quests)}
    finished.sort(key=lambda n: (after.completed[n], place[n]))
    opened = [n for n in after.open - before.open if n not in after.completed]
    return Changes(
        tuple(n for n in finished if not after.book.quests[n].quiet)[:MOST_COMPLETED],
        tuple(sorted((n for n in opened if _is_news(after.book, n)), key=place.__getitem__)),
    )


def _is_comparable(before: Look, after: Look) -> bool:
    return (
        before.known
        and after.known
        and before.team == after.team
        and before.is_locked == after.is_locked
        and _is_same_book(before.book, after.book)
    )


def _is_news(book: QuestBook, number: int) -> bool:
    return not is_intro(book.quests[number])


def _is_same_book(before: QuestBook, after: QuestBook) -> bool:
    """Whether nothing was read anew between; two languages of one book are the same."""
    if before.locale == after.locale:
        return before is after
    return before.quests.keys() == after.quests.keys()
