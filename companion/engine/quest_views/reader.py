"""The one read-only entry point to quests: lists, details, narration, gifts and notices use it.

It keeps no progress: a reader is made for one look at the game and thrown away with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.quest_views.gifts import is_starter_gift
from companion.engine.quest_views.scene import Standing, is_intro
from companion.engine.quest_views.submission import is_submittable, requires_manual_submission
from companion.games.quest_book import Progress, Quest, QuestBook
from companion.games.quest_rules import can_start, claimable

Predicate = Callable[[Quest], bool]


@dataclass(frozen=True, slots=True)
class QuestReader:
    """Readable quests of one look, in book order."""

    standing: Standing

    @property
    def book(self) -> QuestBook:
        """The whole book."""
        return self.standing.book

    @property
    def progress(self) -> Progress:
        """What the team has done."""
        return self.standing.progress

    def stream(self, predicate: Predicate = lambda quest: True) -> Iterator[Quest]:
        """Visible quests that a predicate holds for; hidden ones are never asked about."""
        quests = self.book.quests
        return (quests[n] for n in self.standing.states if predicate(quests[n]))

    def active(self) -> tuple[Quest, ...]:
        """Visible, unlocked, advanceable and unfinished, while the team takes progress."""
        return tuple(self.stream(lambda q: self.is_open(q) and not is_intro(q)))

    def claimable(self) -> tuple[Quest, ...]:
        """Quests with rewards that wait to be taken."""
        return tuple(self.stream(lambda q: bool(claimable(self.book, self.progress, q.id))))

    def manual_submission(self) -> tuple[Quest, ...]:
        """Quests that can be done now and have a goal that is handed in or ticked by hand."""
        return tuple(q for q in self.active() if requires_manual_submission(q))

    def submittable(self) -> tuple[Quest, ...]:
        """Quests of which something may be handed in directly, in the order the quest wants."""
        return tuple(self.stream(lambda q: self.is_open(q) and is_submittable(q, self.progress)))

    def unfinished_starter_gifts(self) -> tuple[Quest, ...]:
        """Visible gifts that are not completed, also locked ones."""
        done = self.progress.completed
        return tuple(self.stream(lambda q: is_starter_gift(q) and q.id not in done))

    def available_starter_gifts(self) -> tuple[Quest, ...]:
        """Gifts that can be taken now: open ones, and completed ones not taken yet."""
        return tuple(self.stream(self._is_gift_now))

    def notification_baseline(self) -> frozenset[int]:
        """Visible quests whose tasks can start; completed ones stay in it (QUEST-054)."""
        return frozenset(quest.id for quest in self.stream(self._tasks_can_start))

    def is_open(self, quest: Quest) -> bool:
        """Whether progress on a quest counts now."""
        if not self.progress.known or self.progress.locked or quest.id in self.progress.completed:
            return False
        return self._tasks_can_start(quest)

    def _tasks_can_start(self, quest: Quest) -> bool:
        waits = quest.id in self.standing.cooling
        return not waits and can_start(self.book, self.progress, quest.id)

    def _is_gift_now(self, quest: Quest) -> bool:
        if not is_starter_gift(quest):
            return False
        if quest.id in self.progress.completed:
            return bool(claimable(self.book, self.progress, quest.id))
        blocked = self.progress.rewards_blocked and not any(r.unblocked for r in quest.rewards)
        return self.is_open(quest) and not blocked
