"""The views of a quest book: what is open, what waits, what is a gift."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.quest_views.gifts import is_starter_gift, summed, summed_items
from companion.engine.quest_views.reader import QuestReader
from companion.engine.quest_views.scene import Standing
from companion.games.quest_book import Goods, Progress, Quest, QuestRules, Reward, Task
from tests.helpers.engine_link import HIDDEN, book_of, item_reward, quest

TICK = Task(1, "checkmark", "Tick", Goods("", ""))
APPLE = item_reward(91, "Apple", 2)
XP = Reward(92, "xp", "10 xp", Goods("", ""), 10)
DONE = Progress(known=True, completed=frozenset({1}))


def gift(number: int, *rewards: Reward, **more: object) -> Quest:
    tick = msgspec.structs.replace(TICK, id=number * 16 + 1)
    own = tuple(msgspec.structs.replace(r, id=number * 16 + 2 + i) for i, r in enumerate(rewards))
    return quest(number, f"Gift {number}", tasks=(tick,), rewards=own, **more)


FRESH = Progress(known=True)


def reader(*quests: Quest, progress: Progress = FRESH) -> QuestReader:
    return QuestReader(Standing(book_of(*quests), progress))


def ids(quests: tuple[Quest, ...]) -> list[int]:
    return [one.id for one in quests]


GIFTS = {
    "an item": (gift(1, APPLE), True),
    "an item and experience": (gift(1, APPLE, XP), True),
    "only experience": (gift(1, XP), False),
    "nothing": (gift(1), False),
    "a command": (gift(1, APPLE, Reward(9, "command", "x", Goods("", ""))), False),
    "a choice": (gift(1, Reward(9, "choice", "x", Goods("", ""))), False),
    "an add-on's reward": (gift(1, APPLE, Reward(9, "mod:x", "x", Goods("", ""))), False),
    "repeatable": (gift(1, APPLE, can_repeat=True), False),
    "a hidden reward": (gift(1, msgspec.structs.replace(APPLE, silent=True)), False),
    "another goal": (quest(1, "Starter gift", rewards=(APPLE,)), False),
    "no goal": (quest(1, "Starter gift", tasks=(), rewards=(APPLE,)), False),
}


@pytest.mark.behaviour("QUEST-042", "QUEST-043")
@pytest.mark.parametrize(("one", "is_gift"), GIFTS.values(), ids=GIFTS.keys())
def test_types_decide_what_a_gift_is(one: Quest, is_gift: bool) -> None:
    assert is_starter_gift(one) == is_gift


def test_gifts_are_summed() -> None:
    gifts = (gift(1, APPLE, XP), gift(2, APPLE, item_reward(9, "Bread")))
    assert [(goods.name, count) for goods, count in summed_items(gifts)] == [
        ("Apple", 4),
        ("Bread", 1),
    ]
    assert (summed(gifts, "xp"), summed(gifts, "xp_levels")) == (10, 0)


@pytest.mark.behaviour("QUEST-044")
def test_active_is_open_unfinished_and_seen() -> None:
    quests = (quest(1, "A"), quest(2, "B", dependencies=(1,)), quest(3, "C", rules=HIDDEN))
    assert ids(reader(*quests).active()) == [1]
    assert ids(reader(*quests, progress=DONE).active()) == [2]
    locked = Progress(known=True, locked=True)
    assert reader(*quests, progress=locked).active() == ()


def test_a_quest_whose_pause_lasts_is_not_active() -> None:
    standing = Standing(book_of(quest(1, "A")), Progress(known=True), frozenset({1}))
    assert QuestReader(standing).active() == ()


@pytest.mark.behaviour("QUEST-045", "QUEST-046")
def test_gifts_that_can_be_taken_are_open_or_completed_and_unclaimed() -> None:
    open_gift, behind = gift(1, APPLE), gift(2, APPLE, dependencies=(1,))
    fresh = reader(open_gift, behind)
    assert ids(fresh.unfinished_starter_gifts()) == [1, 2]
    assert ids(fresh.available_starter_gifts()) == [1]
    assert ids(reader(open_gift, behind, progress=DONE).available_starter_gifts()) == [1, 2]
    taken = Progress(known=True, completed=frozenset({1}), claimed=frozenset({18}))
    assert ids(reader(open_gift, progress=taken).available_starter_gifts()) == []


@pytest.mark.behaviour("QUEST-047")
def test_claimable_leaves_out_what_is_held_back() -> None:
    rewarded = quest(1, "A", rewards=(APPLE,))
    assert ids(reader(rewarded, progress=DONE).claimable()) == [1]
    held = Progress(known=True, completed=frozenset({1}), rewards_blocked=True)
    assert reader(rewarded, progress=held).claimable() == ()
    freed = quest(1, "A", rewards=(msgspec.structs.replace(APPLE, unblocked=True),))
    assert ids(reader(freed, progress=held).claimable()) == [1]


@pytest.mark.behaviour("QUEST-048", "QUEST-049")
def test_manual_and_submittable_quests() -> None:
    screen = Task(31, "item", "x", Goods("a:b", "x"), consumes=True, screen_only=True)
    quests = (quest(1, "A"), gift(2, APPLE), quest(3, "C", tasks=(screen,)))
    assert ids(reader(*quests).manual_submission()) == [2, 3]
    assert ids(reader(*quests).submittable()) == [2]


@pytest.mark.behaviour("QUEST-054")
def test_the_baseline_keeps_what_is_completed() -> None:
    quests = (quest(1, "A"), quest(2, "B", dependencies=(1,)), quest(3, "C", dependencies=(2,)))
    assert reader(*quests, progress=DONE).notification_baseline() == {1, 2}


@pytest.mark.behaviour("QUEST-040")
def test_a_hidden_quest_is_never_even_asked_about() -> None:
    asked: list[int] = []
    found = reader(quest(1, "A"), quest(2, "B", rules=QuestRules(invisible=True)))
    assert ids(tuple(found.stream(lambda q: bool(asked.append(q.id)) or True))) == [1]
    assert asked == [1]
