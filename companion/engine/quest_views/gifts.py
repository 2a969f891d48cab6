"""Starter gifts: quests that only ask for a tick and give items. Types decide, names never do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.quest_book import Goods, Quest, Reward

CHECKMARK = "checkmark"

_GIVEN = frozenset({"item", "xp", "xp_levels"})


def is_starter_gift(quest: Quest) -> bool:
    """Whether a quest is a gift (QUEST-042)."""
    return (
        bool(quest.tasks)
        and all(task.kind == CHECKMARK for task in quest.tasks)
        and not quest.can_repeat
        and all(r.kind in _GIVEN and not r.silent for r in quest.rewards)
        and any(is_real_item(r) for r in quest.rewards)
    )


def is_real_item(reward: Reward) -> bool:
    """Whether a reward is an item of a known amount."""
    return reward.kind == "item" and bool(reward.goods.item) and reward.count > 0


def summed_items(quests: Iterable[Quest]) -> Sequence[tuple[Goods, int]]:
    """All items of some gifts, equal ones added up, in the order they come first."""
    sums: dict[str, tuple[Goods, int]] = {}
    for quest in quests:
        for reward in quest.rewards:
            if is_real_item(reward):
                goods, count = sums.get(reward.goods.item, (reward.goods, 0))
                sums[reward.goods.item] = (goods, count + reward.count)
    return tuple(sums.values())


def summed(quests: Iterable[Quest], kind: str) -> int:
    """All of one kind of experience, `xp` or `xp_levels`, that some gifts give."""
    return sum(r.count for quest in quests for r in quest.rewards if r.kind == kind)
