"""What happened to teams' quests between two looks: found once a team, told to each of its players.

What a submission completes is told by its reply, so it is no news here.
"""

from __future__ import annotations

from companion.engine.builtin.quests.tracker import Changes, Look, changes


class TeamNews:
    """Knows what each team's quests were. On the engine's loop."""

    def __init__(self) -> None:
        """Know no team."""
        self._looks: dict[str, Look] = {}
        self._ours: set[tuple[str, int]] = set()

    def completed_here(self, team: str, quest: int) -> None:
        """A submission completes a quest, and its reply tells it."""
        self._ours.add((team, quest))

    def since(self, team: str, look: Look) -> Changes:
        """What happened to a team since it was last asked about; this look is the next baseline."""
        happened = changes(self._looks.get(team), look)
        self._looks[team] = look
        if not happened.completed:
            return happened
        told = {n for n in happened.completed if (team, n) in self._ours}
        self._ours -= {(team, n) for n in told}
        return Changes(tuple(n for n in happened.completed if n not in told), happened.unlocked)

    def forget(self) -> None:
        """Begin anew: what is there at the next look is no news."""
        self._looks.clear()
