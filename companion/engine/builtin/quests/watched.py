"""What the quest runtime keeps of a player who is there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.quest_views.scene import Glance


@dataclass(slots=True)
class Watched:
    """A player who is there.

    Attributes:
        sessions: How many configurations of quests are open for them (QUEST-081).
        team: Theirs at the last look; None before it.
        glance: What they saw then.
        is_new: They were bound in this visit and have not been welcomed.
    """

    sessions: int = 0
    team: str | None = None
    glance: Glance | None = None
    is_new: bool = False
