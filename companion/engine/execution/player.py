"""What the engine keeps of one player between requests."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.execution.cards import PublishedCards
from companion.engine.execution.replay import ReplayRecord
from companion.engine.execution.task import Task


@dataclass(slots=True)
class Player:
    """One player's memory. On the engine's loop; outlives connections.

    Attributes:
        numbered: Quests of the list whose numbers the player last saw (QUEST-053).
        running: The interactive request under way; at most one (ENG-011).
    """

    numbered: tuple[int, ...] = ()
    running: Task | None = None
    cards: PublishedCards = field(default_factory=PublishedCards)
    requests: ReplayRecord = field(default_factory=ReplayRecord)
