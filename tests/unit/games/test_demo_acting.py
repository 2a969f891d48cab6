"""What players do in the demo world, as the quest book counts it."""

from __future__ import annotations

from uuid import UUID

import pytest

from companion.games.demo.link import DemoLink
from companion.games.link import GamePlayer
from companion.games.quest_actions import actions_of
from companion.games.quest_rules import claimable, visible
from tests.helpers.clock import ManualClock

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
