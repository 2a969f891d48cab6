"""One look at the game: book, progress and inventory at one moment, and who may see what."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.games.link import Capability, GamePlayer, Link
from companion.games.quest_book import Progress, Quest, QuestBook
from companion.games.quest_rules import can_start, claimable, cooling, visible
from companion.protocol.cards.quest_list import QuestState
from companion.support.clock import Clock, SystemClock

STANDINGS_KEPT = 64
"""Of teams in their languages; one of a book of 5,000 quests takes about 1 MB."""
ACTIVE = frozenset({QuestState.OPEN, QuestState.STARTED, QuestState.CLAIMABLE})


@dataclass(frozen=True, eq=False)
class Standing:
    """Where every visible quest stands. Derived once for a book and a progress; any thread.

    Attributes:
        cooling: Repeatable quests whose next round may not begin yet.
    """

    book: QuestBook
    progress: Progress
    cooling: frozenset[int] = frozenset()

    @cached_property
    def glance(self) -> Glance:
        """What it was derived from."""
        return Glance(self.book, self.progress, self.cooling)

    @cached_property
    def visible(self) -> frozenset[int]:
        """Quests that may be spoken of; all others stay in the engine."""
        return visible(self.book, self.progress)

    @cached_property
    def states(self) -> Mapping[int, QuestState]:
        """Every visible quest's state, in book order."""
        return {n: self._state(n) for n in self.book.quests if n in self.visible}

    @cached_property
    def active(self) -> tuple[int, ...]:
        """Quests one can do or claim now, in book order; without progress those to start with."""
        quests = ((self.book.quests[n], state) for n, state in self.states.items())
        return tuple(q.id for q, state in quests if self._is_active(q, state) and not is_intro(q))

    @cached_property
    def owners(self) -> Mapping[int, int]:
        """Tasks of visible quests, and the quest each belongs to."""
        return {task.id: n for n in self.states for task in self.book.quests[n].tasks}

    @cached_property
    def chapter_titles(self) -> Mapping[int, str]:
        """Chapter to title."""
        return {chapter.id: chapter.title for chapter in self.book.chapters}

    def _is_active(self, quest: Quest, state: QuestState) -> bool:
        if not self.progress.known:
            return not quest.dependencies
        return state in ACTIVE and not (self.progress.locked and state != QuestState.CLAIMABLE)

    def _state(self, number: int) -> QuestState:
        if not self.progress.known:
            return QuestState.UNKNOWN
        if number in self.progress.completed:
            waits = claimable(self.book, self.progress, number)
            return QuestState.CLAIMABLE if waits else QuestState.DONE
        if number in self.cooling or not can_start(self.book, self.progress, number):
            return QuestState.LOCKED
        return QuestState.STARTED if self._is_started(number) else QuestState.OPEN

    def _is_started(self, number: int) -> bool:
        done = self.progress
        return number in done.started or any(
            task.id in done.completed or done.task_progress.get(task.id, 0) > 0
            for task in self.book.quests[number].tasks
        )


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """What a standing is derived from: cheap to look at, and cheap to keep for everybody."""

    book: QuestBook
    progress: Progress
    cooling: frozenset[int]

    def is_like(self, other: Glance | None) -> bool:
        """Whether both come to the same standing; a link gives one object until it changes."""
        return (
            other is not None
            and self.book is other.book
            and self.progress is other.progress
            and self.cooling == other.cooling
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """Book, progress and inventory at one moment.

    Attributes:
        inventory: Item id to amount; None where the link cannot see it.
    """

    standing: Standing
    inventory: Mapping[str, int] | None

    @property
    def book(self) -> QuestBook:
        """The quest book."""
        return self.standing.book

    @property
    def progress(self) -> Progress:
        """What the player's team has done."""
        return self.standing.progress

    @property
    def language(self) -> str:
        """`zh` or `en`: that of the book's texts."""
        return "zh" if self.book.locale.startswith("zh") else "en"

    def quest(self, number: int) -> Quest | None:
        """A quest that may be spoken of."""
        return self.book.quests.get(number) if number in self.standing.visible else None


class SceneReader:
    """Reads scenes from a link and keeps what was derived while the files stay as they are.

    Called on worker threads. While a link reads a book anew it may serve the last good one, so that
    nobody waits for a file that somebody else has changed.
    """

    def __init__(
        self,
        link: Link,
        clock: Clock | None = None,
        read: Callable[[QuestBook], None] = lambda _: None,
    ) -> None:
        """Store what is given.

        Args:
            link: Whose game.
            clock: Its wall time decides whether a repeatable quest may begin anew.
            read: Told of each book that was read anew; called on the reading thread.
        """
        self._read = read
        self._told: dict[str, QuestBook] = {}
        self.link = link
        self._clock = clock or SystemClock()
        self._standings: OrderedDict[tuple[str, int], Standing] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, locale: str, player: GamePlayer | None = None) -> Scene:
        """Look at the game now; blocks on the disk when its files changed.

        Args:
            locale: Language of the book.
            player: Who looks; None for whoever plays on this computer.

        Raises:
            LinkError: The game's files cannot be read.
        """
        sees_inventory = Capability.INVENTORY in self.link.capabilities
        with self._lock:
            standing = self._standing(locale, self._glance(self._book(locale), player))
            return Scene(standing, self.link.inventory(player) if sees_inventory else None)

    def glances(self, locale: str, players: Iterable[GamePlayer | None]) -> list[Glance]:
        """Look whether anything changed for some players; the book's files are looked at once.

        Raises:
            LinkError: The game's files cannot be read.
        """
        with self._lock:
            book = self._book(locale)
        return [self._glance(book, player) for player in players]  # answers do not wait for these

    def _book(self, locale: str) -> QuestBook:
        book = self.link.book(locale)
        if self._told.get(locale) is not book:
            self._told[locale] = book
            self._read(book)
        return book

    def _glance(self, book: QuestBook, player: GamePlayer | None) -> Glance:
        progress = self.link.progress(player)
        return Glance(book, progress, cooling(progress, int(self._clock.wall() * 1000)))

    def _standing(self, locale: str, now: Glance) -> Standing:
        key = (locale, id(now.progress))
        kept = self._standings.get(key)
        if kept is None or not now.is_like(kept.glance):
            kept = self._standings[key] = Standing(now.book, now.progress, now.cooling)
        self._standings.move_to_end(key)
        while len(self._standings) > STANDINGS_KEPT:
            self._standings.popitem(last=False)
        return kept


def is_intro(quest: Quest) -> bool:
    """Whether a quest asks and gives nothing: it is no quest to do (QUEST-041)."""
    only_checkmarks = all(task.kind == "checkmark" for task in quest.tasks)
    return not quest.tasks or (only_checkmarks and not quest.rewards)
