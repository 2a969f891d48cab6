"""What is answered about items."""

from __future__ import annotations

import pytest

from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.selection import SelectionCard
from companion.support.errors import Failure
from tests.helpers.engine_client import Told, mind, speech, words
from tests.helpers.engine_link import FakeLink, book_of, item_reward, item_task, quest

LINK = FakeLink(
    book_of(
        quest(1, "Bakery", tasks=(item_task(11, "Bread", 6),)),
        quest(2, "Travel", tasks=(item_task(21, "Boat"),), rewards=(item_reward(22, "Bread", 4),)),
        quest(3, "Smith", tasks=(item_task(31, "Iron Axe"), item_task(32, "Iron Pickaxe"))),
    ),
    items={"minecraft:bread": 2},
)


async def ask(text: str, link: FakeLink = LINK, locale: str = "en_us") -> Told:
    async with mind(link, locale) as someone:
        return (await someone.say(text))[1]


@pytest.mark.parametrize(
    "text",
    ["how do I get bread", "/items Bread", "/items minecraft:bread", "which quests give breads"],
)
async def test_an_item_shows_the_quests_around_it(text: str) -> None:
    answer = await ask(text)
    assert isinstance(answer.card, ItemSources)
    assert [row.title for row in answer.card.quests] == ["Travel", "Bakery"]
    assert (answer.card.item.have, answer.numbered) == (2, (2, 1))
    assert speech(answer) == (
        "You get Bread from “Travel”. Bread is asked for in “Bakery”. You have 2 bread."
    )


async def test_without_an_inventory_nothing_is_said_of_it() -> None:
    link = FakeLink(LINK.quest_book, capabilities=frozenset())
    answer = await ask("/items bread", link)
    assert isinstance(answer.card, ItemSources)
    assert answer.card.item.have == -1
    assert "You have" not in speech(answer)


async def test_a_part_of_several_names_is_a_choice() -> None:
    answer = await ask("which quests need iron")
    assert isinstance(answer.card, SelectionCard)
    assert [words(c.label) for c in answer.card.candidates] == ["Iron Axe", "Iron Pickaxe"]


async def test_a_name_nobody_has_is_told_with_a_next_step() -> None:
    answer = await ask("/items beacon")
    assert answer.failure == Failure.NOT_FOUND
    assert words(answer.text).startswith("I found nothing called beacon.")


async def test_the_same_is_said_in_chinese() -> None:
    answer = await ask("怎么获得bread", locale="zh_cn")
    assert speech(
        answer, "zh_cn"
    ) == "完成“Travel”可以得到Bread。“Bakery”需要Bread。你有2个Bread。".replace(
        "。“", "。 “"
    ).replace("。你", "。 你")


async def test_the_line_of_an_item_counts_its_quests() -> None:
    one, two = await ask("/items boat"), await ask("/items bread")
    assert words(one.card.line) == "One quest has to do with Boat."  # type: ignore[union-attr]
    assert words(two.card.line) == "Two quests have to do with Bread."  # type: ignore[union-attr]
