"""What players do in the demo world, as the quest book counts it."""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest

from companion.games.demo.acting import Holder, submitted
from companion.games.demo.link import DemoLink
from companion.games.link import GamePlayer
from companion.games.quest_actions import actions_of
from companion.games.quest_book import Goods, Progress, Task
from companion.games.quest_rules import claimable, visible
from tests.helpers.clock import ManualClock
from tests.helpers.engine_link import book_of, item_reward, quest

HONEY, HONEY_TASK = 0xB1200, 0xB1201
DUES, DAILY, GIFT = 0xD1200, 0xD1400, 0xD1000
OTHER = GamePlayer(UUID(int=7), "Sam")


@pytest.fixture
def link() -> DemoLink:
    """A world in which the guild's chapter shows."""
    link = DemoLink(ManualClock())
    link.submit_task(None, HONEY, HONEY_TASK)
    return link


def test_honey_handed_in_is_gone_and_shows_the_guild(link: DemoLink) -> None:
    assert link.inventory()["minecraft:honey_bottle"] == 0
    assert HONEY in link.progress().completed
    assert DUES in visible(link.book("en_us"), link.progress())


def test_goals_in_order_are_not_taken_early(link: DemoLink) -> None:
    link.submit_task(None, DUES, 0xD1201)
    link.submit_task(None, DUES, 0xD1202)
    link.submit_task(None, DUES, 0xD1203)
    assert DUES in link.progress().completed
    assert link.inventory()["minecraft:oak_log"] == 16


def test_a_reward_is_given_once(link: DemoLink) -> None:
    link.submit_task(None, GIFT, 0xD1001)
    before = link.inventory()["minecraft:bread"]
    link.claim_reward(None, GIFT, 0xD1011)
    link.claim_reward(None, GIFT, 0xD1011)
    assert link.inventory()["minecraft:bread"] == before + 3


@pytest.mark.behaviour("QUEST-085")
def test_a_repeatable_quest_begins_anew_after_its_pause(link: DemoLink) -> None:
    link.submit_task(None, DAILY, 0xD1401)
    assert claimable(link.book("en_us"), link.progress(), DAILY)
    link.claim_reward(None, DAILY, 0xD1411)
    progress = link.progress()
    assert DAILY not in progress.completed
    assert progress.ready_ms[DAILY] > 0


def test_what_is_not_there_changes_nothing(link: DemoLink) -> None:
    before = link.progress()
    link.submit_task(None, 5, 6)
    link.claim_reward(None, DUES, 0xD1211)
    link.give_choice(None, DUES, 0xD1211, 9)
    assert link.progress() is before


def test_players_do_not_share_what_they_do(link: DemoLink) -> None:
    assert HONEY not in link.progress(OTHER).completed
    assert actions_of(link) is link


def test_every_kind_of_goal_and_reward_has_a_place_in_the_guilds_chapter() -> None:
    quests = [q for n, q in DemoLink().book("zh_cn").quests.items() if n >> 16 == 0xD]
    tasks = {task.kind for quest in quests for task in quest.tasks}
    rewards = {reward.kind for quest in quests for reward in quest.rewards}
    assert len(tasks) == 17
    assert rewards >= {"item", "xp", "xp_levels", "command", "choice", "random", "loot", "toast"}


def holder(*done: int) -> Holder:
    return Holder(Progress(known=True, completed=frozenset(done)))


@pytest.mark.behaviour("QUEST-072")
def test_what_gives_itself_is_taken_at_once_and_the_rest_waits() -> None:
    tick = Task(11, "checkmark", "Tick", Goods("", ""))
    own, given = (
        item_reward(91, "Apple"),
        msgspec.structs.replace(item_reward(92, "Bread"), auto=True),
    )
    book = book_of(quest(1, "Wood", tasks=(tick,), rewards=(own, given)))
    after = submitted(holder(), book, 1, 11, 5)
    assert after.progress.claimed == {92}
    assert after.items == {"minecraft:bread": 1}
    assert [reward.id for reward in claimable(book, after.progress, 1)] == [91]


@pytest.mark.behaviour("QUEST-072")
def test_a_locked_quest_takes_nothing() -> None:
    tick = Task(21, "checkmark", "Tick", Goods("", ""))
    book = book_of(quest(1, "Wood"), quest(2, "Stone", tasks=(tick,), dependencies=(1,)))
    before = holder()
    assert submitted(before, book, 2, 21, 5) is before
    assert 2 in submitted(holder(1), book, 2, 21, 5).progress.completed
