"""References to rewards: random, short-lived, void once a fact that they stand on changed."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from uuid import UUID

from companion.engine.quest_views.scene import Scene
from companion.engine.tools.tool import ToolRefusedError
from companion.games.quest_book import Reward
from companion.support.clock import Clock
from companion.support.errors import Failure

LIFE_S = 120.0
MOST_KEPT = 512
"""A player; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What a reference stands for, all of it as it was when it was given out (QUEST-017).

    Attributes:
        reward: 0 for all that a gift gives.
        completed_ms: When the quest was completed; 0 where it is not yet.
        table: Digest of what the reward may give.
    """

    player: UUID
    team: str
    quest: int
    reward: int
    completed_ms: int
    table: int


def bound(player: UUID, scene: Scene, quest: int, reward: int) -> Bound:
    """The facts around a reward now."""
    progress = scene.progress
    rewards = scene.book.quests[quest].rewards if quest in scene.book.quests else ()
    meant = tuple(one for one in rewards if reward in (0, one.id))
    return Bound(
        player,
        progress.team,
        quest,
        reward,
        progress.completed_ms.get(quest, int(quest in progress.completed)),
        hash(tuple(map(_version, meant))),
    )


def _version(reward: Reward) -> tuple[object, ...]:
    """What decides what a reward gives; names may be of another language."""
    draws = tuple((d.kind, d.goods.item, d.count, d.chance) for d in reward.draws)
    return (reward.id, reward.kind, reward.goods.item, reward.count, reward.up_to, draws)


@dataclass(frozen=True, slots=True)
class _Kept:
    bound: Bound
    until: float | None


class ClaimRefs:
    """All references that are out. On the engine's loop; gone with the process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[UUID, OrderedDict[str, _Kept]] = {}

    def give(self, bound: Bound, *, lasting: bool = False) -> str:
        """A new reference.

        Args:
            bound: What it stands for.
            lasting: Good for as long as the player is connected, as gifts are (QUEST-068).
        """
        token = secrets.token_urlsafe(12)
        until = None if lasting else self._clock.monotonic() + LIFE_S
        own = self._own(bound.player)
        own[token] = _Kept(bound, until)
        while len(own) > MOST_KEPT:
            own.popitem(last=False)
        return token

    def look(self, token: str, player: UUID) -> Bound:
        """What a player's reference stands for.

        Raises:
            ToolRefusedError: OUTDATED_CARD: unknown, somebody else's, or too old.
        """
        kept = self._own(player).get(token)
        if kept is None or (kept.until is not None and self._clock.monotonic() >= kept.until):
            raise ToolRefusedError(Failure.OUTDATED_CARD, "the reference")
        return kept.bound

    def check(self, token: str, player: UUID, scene: Scene) -> Bound:
        """The same, if nothing that it stands on has changed.

        Raises:
            ToolRefusedError: OUTDATED_CARD.
        """
        known = self.look(token, player)
        if bound(player, scene, known.quest, known.reward) != known:
            raise ToolRefusedError(Failure.OUTDATED_CARD, "the facts behind the reference")
        return known

    def spend(self, token: str, player: UUID) -> None:
        """Take a reference out of use."""
        self._own(player).pop(token, None)

    def forget(self, player: UUID) -> None:
        """Take all of a player's out of use."""
        self._kept.pop(player, None)

    def _own(self, player: UUID) -> OrderedDict[str, _Kept]:
        return self._kept.setdefault(player, OrderedDict())
