"""How an item is made, told from the game's own recipes beside its quests."""

from __future__ import annotations

import pytest

from companion.games.recipe_link import Recipe
from companion.protocol.cards.item_sources import ItemSources
from tests.helpers.cooking_link import CookingLink, recipes
from tests.helpers.engine_client import Told, mind, speech, words
from tests.helpers.engine_link import book_of, item_reward, quest

SHELL, HEART = ("minecraft:nautilus_shell",), ("minecraft:heart_of_the_sea",)
CONDUIT = Recipe(
    "minecraft:conduit",
    "minecraft:crafting_shaped",
    "minecraft:conduit",
    1,
    (SHELL, SHELL, SHELL, SHELL, HEART, SHELL, SHELL, SHELL, SHELL),
    3,
)


async def asked(*, may_differ: bool = False) -> Told:
    book = book_of(quest(1, "Deep", rewards=(item_reward(11, "Conduit"),)))
    link = CookingLink(book, known=recipes(CONDUIT, may_differ=may_differ))
    async with mind(link, "en_us") as someone:
        return (await someone.say("/items conduit"))[1]


async def test_the_recipe_stands_beside_the_quests_and_its_amounts_are_counted() -> None:
    answer = await asked()
    assert isinstance(answer.card, ItemSources)
    assert [(s.kind, s.id, s.width) for s in answer.card.sources] == [
        ("recipe", "minecraft:conduit", 3)
    ]
    assert [row.title for row in answer.card.quests] == ["Deep"]
    assert "Conduit is made of 8 nautilus shells and 1 heart of the sea." in speech(answer)


@pytest.mark.parametrize("may_differ", [True, False], ids=["scripts", "no scripts"])
async def test_where_scripts_may_have_changed_it_the_answer_says_so(*, may_differ: bool) -> None:
    answer = await asked(may_differ=may_differ)
    assert isinstance(answer.card, ItemSources)
    notes = [words(note) for note in answer.card.sources[0].notes]
    assert ("may have changed it" in speech(answer)) is may_differ
    assert bool(notes) is may_differ


async def test_who_asks_about_quests_hears_of_them_before_the_recipe() -> None:
    told = speech(await asked())
    assert told.index("You get Conduit") < told.index("Conduit is made of")
