"""A link over a quest book that a test builds, and a few ways to make it misbehave."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.link import Capability, GamePlayer
from companion.games.quest_book import (
    Chapter,
    Goods,
    Progress,
    Quest,
    QuestBook,
    QuestRules,
    Reward,
    Task,
)

CHAPTER = 0xC0
FURNACE = Goods("minecraft:furnace", "Furnace")


def quest(number: int, title: str, **fields: object) -> Quest:
    """A quest with text; one goal of 8 furnaces unless `tasks` says otherwise."""
    fields.setdefault("tasks", (Task(number * 16 + 1, "item", "8x Furnace", FURNACE, 8),))
    return Quest(number, CHAPTER, title, own_text=True, **fields)  # type: ignore[arg-type]


def item_task(number: int, name: str, needed: int = 1) -> Task:
    """A goal that asks for an item."""
    item = f"minecraft:{name.lower().replace(' ', '_')}"
    return Task(number, "item", f"{needed}x {name}", Goods(item, name), needed)


def item_reward(number: int, name: str, count: int = 1) -> Reward:
    """A reward that is an item."""
    item = f"minecraft:{name.lower().replace(' ', '_')}"
    return Reward(number, "item", f"{count}x {name}", Goods(item, name), count)


def book_of(*quests: Quest, locale: str = "en_us") -> QuestBook:
    """A book of one chapter."""
    chapter = Chapter(CHAPTER, "First Steps", "", False, tuple(q.id for q in quests))
    return QuestBook("Test", "demo", locale, (chapter,), {q.id: q for q in quests})


STRANGER = Progress()
HIDDEN = QuestRules(invisible=True)


@dataclass
class FakeLink:
    """Serves one book; `gate`, when set, holds every read until it is opened.

    Attributes:
        others: Name to progress of players on other computers.
    """

    quest_book: QuestBook
    done: Progress = field(default_factory=lambda: Progress(known=True, player="Alex"))
    items: Mapping[str, int] = field(default_factory=dict)
    gate: threading.Event | None = None
    error: Exception | None = None
    others: Mapping[str, Progress] = field(default_factory=dict)
    reading: threading.Event = field(default_factory=threading.Event)
    id: str = "demo"
    capabilities: frozenset[Capability] = frozenset(
        {Capability.QUESTS, Capability.PROGRESS, Capability.INVENTORY}
    )

    def world_name(self) -> str:
        return "Test World"

    def book(self, locale: str) -> QuestBook:
        self.reading.set()
        if self.gate:
            self.gate.wait(20)
        if self.error:
            raise self.error
        return self.quest_book

    def progress(self, player: GamePlayer | None = None) -> Progress:
        return self.others.get(player.name, STRANGER) if player else self.done

    def inventory(self, player: GamePlayer | None = None) -> Mapping[str, int]:
        return {} if player else self.items
