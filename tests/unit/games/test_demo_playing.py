"""Playing in the demo world: every goal of its book moves, and every quest can be completed."""

from __future__ import annotations

import pytest

from companion.games.demo.acting import Holder, finished
from companion.games.demo.book import demo_book
from companion.games.demo.link import DemoLink
from companion.games.demo.playing import played
from companion.games.link import GamePlayer
from companion.games.offline_id import offline_id
from companion.games.quest_book import Goods, Progress, Quest, Task
from companion.games.quest_rules import claimable, visible
from tests.helpers.clock import ManualClock
from tests.helpers.engine_link import book_of, quest

NEWCOMER = GamePlayer(offline_id("Sam"), "Sam")
SCHOLAR, DUES, TORCHES = 0xD1300, 0xD1200, 0xC1000
ROUNDS = 40
"""More than any chain of quests is long."""


def done_by_hand(link: DemoLink, one: Quest) -> None:
    """Play, hand in and tick until nothing of a quest moves any more."""
    for _ in range(2 * len(one.tasks) + 1):
        link.play(NEWCOMER, one.id)
        for task in one.tasks:
            link.submit_task(NEWCOMER, one.id, task.id)


def claimed_all(link: DemoLink, one: Quest) -> set[str]:
    """Take everything that waits; gives the kinds of what was taken."""
    waiting = claimable(link.book("en_us"), link.progress(NEWCOMER), one.id)
    for reward in waiting:
        link.claim_reward(NEWCOMER, one.id, reward.id)
        if reward.kind == "choice":
            link.give_choice(NEWCOMER, one.id, reward.id, 0)
    return {reward.kind for reward in waiting}


def test_the_whole_book_is_completed_and_claimed_by_playing() -> None:
    link = DemoLink(ManualClock())
    quests, taken, met = link.book("en_us").quests, set(), set()
    for _ in range(ROUNDS):
        for number in visible(link.book("en_us"), link.progress(NEWCOMER)) - met:
            done_by_hand(link, quests[number])
            if number in link.progress(NEWCOMER).completed:
                met.add(number)
                taken |= claimed_all(link, quests[number])
    assert met == set(quests)
    assert taken == {reward.kind for one in quests.values() for reward in one.rewards}
    assert not any(claimable(link.book("en_us"), link.progress(NEWCOMER), n) for n in quests)


def test_every_goal_of_the_scholar_moves_by_playing_alone() -> None:
    link = DemoLink(ManualClock())
    link.submit_task(None, 0xB1200, 0xB1201)
    tasks = link.book("en_us").quests[SCHOLAR].tasks
    moved = [link.play(None, SCHOLAR) for _ in tasks]
    assert moved == [task.id for task in tasks]
    assert SCHOLAR in link.progress().completed
    assert link.play(None, SCHOLAR) == 0


def test_what_is_handed_in_is_only_put_into_the_players_hands() -> None:
    link = DemoLink(ManualClock())
    before = link.progress(NEWCOMER)
    assert link.play(NEWCOMER, 0xB1200) == 0xB1201
    assert link.inventory(NEWCOMER)["minecraft:honey_bottle"] == 3
    assert link.progress(NEWCOMER) == before
    assert link.play(NEWCOMER, 0xB1200) == 0


def test_what_one_has_counts() -> None:
    link = DemoLink(ManualClock())
    link.play(None, TORCHES)
    assert link.inventory()["minecraft:torch"] == 32
    assert TORCHES in link.progress().completed


@pytest.mark.parametrize("number", [5, DUES, 0xC1600], ids=["unknown", "hidden", "locked"])
def test_playing_for_what_takes_no_progress_moves_nothing(number: int) -> None:
    link = DemoLink(ManualClock())
    before = link.progress(NEWCOMER)
    assert link.play(NEWCOMER, number) == 0
    assert link.progress(NEWCOMER) is before


def test_of_goals_that_are_all_optional_any_one_is_enough() -> None:
    nothing = Goods("", "")
    either = tuple(Task(n, "kill", f"Kill {n}", nothing, optional=True) for n in (11, 12))
    one = quest(1, "Either", tasks=either)
    done = Holder(Progress(known=True, completed=frozenset({12})))
    assert 1 in finished(done, book_of(one), one, 0).progress.completed
    open_still = Holder(Progress(known=True))
    assert 1 not in finished(open_still, book_of(one), one, 0).progress.completed


def test_playing_is_the_same_for_everybody() -> None:
    start, book = Holder(Progress(known=True)), demo_book("zh_cn")
    assert played(start, book, TORCHES, 5) == played(start, book, TORCHES, 5)
