"""What is said of "this": the quest that was shown last."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.demo.link import DemoLink
from companion.games.quest_book import Progress, QuestRules, quest_id_text
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestList
from tests.helpers.engine_client import Told, mind, speech
from tests.helpers.engine_link import FakeLink, book_of, item_reward, item_task, quest
from tests.helpers.engine_world import world

CRAFT = "“A Place to Craft” is done"


def done(*numbers: int) -> Progress:
    return Progress(known=True, completed=frozenset(numbers))


async def last_of(link: object, *said: str, locale: str = "en_us") -> Told:
    """The answer to the last of some sentences."""
    async with mind(link, locale) as someone:  # type: ignore[arg-type]
        for sentence in said:
            _, told = await someone.say(sentence)
    return told


@pytest.mark.parametrize(
    ("locale", "first", "then", "start"),
    [
        ("en_us", "open Stone Age", "how do I finish this?", "“Stone Age”: you still need 2"),
        ("en_us", "open the first one", "what is left for this", ""),
        ("zh_cn", "打开石器时代", "这个怎么完成", "“石器时代”还差2个熔炉"),
        ("zh_cn", "打开石器时代", "这哥任务怎么完成", "“石器时代”还差2个熔炉"),
    ],
    ids=["named", "no list yet", "Chinese", "misheard"],
)
async def test_this_is_the_quest_that_was_shown(
    locale: str, first: str, then: str, start: str
) -> None:
    told = await last_of(DemoLink(), first, then, locale=locale)
    assert speech(told, locale).startswith(start)
    assert isinstance(told.card, QuestOutput if start else QuestList)


async def test_where_none_was_shown_it_is_told_what_comes_next() -> None:
    told = await last_of(DemoLink(), "how do I finish this")
    assert isinstance(told.card, QuestList)
    assert "The quickest is" in speech(told)


async def test_a_quest_that_is_hidden_by_now_is_not_told() -> None:
    hidden = QuestRules(hide_until_deps_complete=True)
    book = book_of(quest(1, "Door"), quest(2, "Vault", dependencies=(1,), rules=hidden))
    link = FakeLink(book, done(1))
    async with mind(link) as someone:
        await someone.say("/quest Vault")
        link.done = Progress(known=True)
        _, told = await someone.say("how do I finish this")
    assert "Vault" not in speech(told)


@pytest.mark.parametrize("said", ["claim it", "take my reward"])
async def test_the_only_reward_that_waits_is_meant(said: str, tmp_path: Path) -> None:
    link = DemoLink()
    before = link.progress()
    async with world(link, tmp_path) as someone:
        _, told = await someone.say(said)
    assert speech(told).startswith(CRAFT)
    assert link.progress() is before


async def test_of_several_the_one_that_was_shown_is_meant() -> None:
    rewards = (item_reward(91, "Apple", 2),)
    one, two = quest(1, "Wood", rewards=rewards), quest(2, "Stone", rewards=rewards)
    link = FakeLink(book_of(one, two), done(1, 2))
    assert isinstance((await last_of(link, "claim it")).card, QuestList)
    told = await last_of(link, "/quest Stone", "claim it")
    assert speech(told).startswith("“Stone” is done, and its reward is waiting in the quest book.")


async def test_a_quest_without_a_reward_yet_says_what_it_needs() -> None:
    link = FakeLink(book_of(quest(1, "Wood", tasks=(item_task(11, "Furnace"),))))
    told = await last_of(link, "/quest Wood", "claim it")
    assert speech(told).startswith("“Wood”: you still need 1 furnace.")


async def test_without_any_reward_that_is_said() -> None:
    told = await last_of(FakeLink(book_of(quest(1, "Wood"))), "claim it")
    assert speech(told) == "No reward is waiting right now."


@pytest.mark.parametrize("said", ["claim it", "what can I hand in"])
async def test_nobody_is_told_that_none_waits_where_it_is_not_known(said: str) -> None:
    link = FakeLink(book_of(quest(1, "Wood")), Progress(known=False))
    assert speech(await last_of(link, said)).startswith("I cannot see your progress")


async def test_a_pressed_row_is_this_one(tmp_path: Path) -> None:
    async with world(DemoLink(), tmp_path) as someone:
        await someone.press("system:quest_detail", quest=quest_id_text(0xB1000))
        _, told = await someone.say("what does it need")
    assert speech(told).startswith("“Green Fields”")
