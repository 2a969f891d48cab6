"""How something is made: recipes of the game beside what quests, files and the web say."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.knowledge.conflicts import conflict_of
from companion.engine.knowledge.piece import Kind, Piece
from companion.engine.knowledge.question import asks_making
from companion.engine.knowledge.recipe_book import RecipeBook
from companion.engine.web.result import SearchResult
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.passages import KnowledgeOutput
from companion.protocol.cards.quest_detail import QuestOutput
from companion.support.errors import Failure
from tests.helpers.agent_model import calls, says
from tests.helpers.cooking_link import CookingLink, recipe, recipes
from tests.helpers.engine_client import Told, mind, speech, words
from tests.helpers.engine_link import HIDDEN, book_of, item_task, quest
from tests.helpers.engine_world import NamedModel
from tests.helpers.web_search import question, web_world
from tests.helpers.web_stand_in import FakeSearch

COPPER = ("copper_ingot",) * 3
BRONZE = recipe("bronze_ingot", *COPPER, "tin_ingot", count=4)
KNOWN = recipes(
    BRONZE,
    recipe("steel_ingot", "iron_ingot"),
    recipe("gear", *("iron_ingot",) * 4),
    recipe("bronze_gear", *("bronze_ingot",) * 4),
)
BOOK = book_of(
    quest(
        1,
        "Bronze Age",
        tasks=(item_task(11, "Bronze Ingot", 8),),
        description=("Mix four copper ingots with one tin ingot to get bronze.",),
    ),
    quest(2, "Secret", rules=HIDDEN, tasks=(item_task(21, "Steel Ingot"),)),
    quest(3, "Pearls", tasks=(item_task(31, "Ender Pearl"),)),
)
ZH = {
    "minecraft:bronze_ingot": "青铜锭",
    "minecraft:copper_ingot": "铜锭",
    "minecraft:tin_ingot": "锡锭",
}
ZH_BOOK = book_of(
    quest(1, "青铜时代", tasks=(), description=("把4个铜锭和1个锡锭放在一起，就是青铜。",)),
    locale="zh_cn",
)


async def asked(text: str, **known: object) -> Told:
    link = CookingLink(BOOK, known=KNOWN, **known)  # type: ignore[arg-type]
    async with mind(link) as someone:
        await someone.runtime.warmed()
        return (await someone.say(text))[1]


def card(answer: Told) -> KnowledgeOutput:
    assert isinstance(answer.card, KnowledgeOutput)
    return answer.card


@pytest.mark.parametrize(
    "text", ["how do I make bronze", "what is the recipe for bronze", "how do I make bronze ingots"]
)
async def test_recipe_and_quest_text_stand_side_by_side_with_their_sources(text: str) -> None:
    shown = card(answer := await asked(text))
    assert [(one.title, one.source) for one in shown.passages] == [
        ("Bronze Ingot", "Recipe: Crafting, in any order (minecraft)"),
        ("Bronze Age", "First Steps"),
    ]
    assert words(shown.conflict) == (
        "The sources do not agree: [1] says 3 copper ingots, [2] says 4 copper ingots."
    )
    assert "made of 3 copper ingots and 1 tin ingot" in speech(answer)
    assert "do not agree" in speech(answer)


async def test_the_same_in_chinese_by_the_names_of_the_game() -> None:
    link = CookingLink(ZH_BOOK, known=recipes(BRONZE), names=ZH)
    async with mind(link, "zh_cn") as someone:
        await someone.runtime.warmed()
        answer = (await someone.say("青铜怎么做"))[1]
    assert [one.title for one in card(answer).passages] == ["青铜锭", "青铜时代"]
    told = words(card(answer).conflict, "zh_cn")
    assert told == "来源之间说法不同：[1]说是3个铜锭，[2]说是4个铜锭。"
    assert "青铜锭的材料是3个铜锭和1个锡锭。" in speech(answer, "zh_cn")


async def test_a_recipe_opens_the_page_with_its_grid_though_no_quest_names_the_item() -> None:
    link = CookingLink(BOOK, known=KNOWN)
    async with mind(link) as someone:
        await someone.runtime.warmed()
        opening = card((await someone.say("how do I make a gear"))[1]).passages[0].action
        assert opening is not None
        _, answer = await someone.press(opening.action, **opening.arguments)
    assert isinstance(answer.card, ItemSources)
    assert [way.id for way in answer.card.sources] == ["minecraft:gear"]


async def test_what_only_hidden_quests_name_is_told_by_no_way() -> None:
    answer = await asked("how do I make steel")
    assert answer.failure == Failure.NOT_FOUND
    assert "iron" not in speech(answer)
    async with mind(CookingLink(BOOK, known=KNOWN)) as someone:
        _, page = await someone.say("/items minecraft:steel_ingot")
        asking = await question(someone, "how many iron ingots make a steel ingot?")
    assert page.failure == Failure.NOT_FOUND
    assert card(asking).passages == ()


async def test_an_item_without_a_recipe_says_so_and_shows_its_quests() -> None:
    answer = await asked("how do I make an ender pearl")
    assert isinstance(answer.card, ItemSources)
    assert [row.title for row in answer.card.quests] == ["Pearls"]
    assert speech(answer).startswith("No recipe for Ender Pearl is in the files")


async def test_who_asks_for_a_quest_is_shown_the_quest() -> None:
    answer = await asked("open the bronze age quest")
    assert isinstance(answer.card, QuestOutput)


async def test_a_question_is_answered_with_the_recipe_among_the_passages() -> None:
    async with mind(CookingLink(BOOK, known=KNOWN)) as someone:
        shown = card(await question(someone, "how many copper ingots does bronze need?"))
    assert [one.title for one in shown.passages] == ["Bronze Age", "Bronze Ingot"]
    assert shown.conflict.args["one"] == "4 copper ingots"


@pytest.mark.behaviour("KNOW-007")
async def test_with_leave_for_the_web_a_recipe_stands_beside_what_the_web_says(
    tmp_path: Path,
) -> None:
    page = SearchResult("Gears", "https://wiki.example/g", "A gear takes 8 iron ingots.")
    model = NamedModel(calls(("web.search", '{"query": "gear"}')), says("Take 6 of them [1]."))
    link = CookingLink(BOOK, known=KNOWN)
    async with web_world(tmp_path, model, FakeSearch([page]), link=link) as (someone, _):
        shown = card(await question(someone, "how do I make a gear?", "system:search"))
    assert [one.source for one in shown.passages][1:] == ["wiki.example"]
    assert shown.answer == ()
    assert words(shown.conflict).endswith("[1] says 4 iron ingots, [2] says 8 iron ingots.")


def said(text: str, kind: Kind = Kind.QUEST, **fields: str) -> Piece:
    return Piece("Bronze", text, kind, "s", **{"quest": "1", **fields})


def way(*needs: tuple[str, int]) -> Piece:
    return Piece("Bronze Ingot", str(needs), Kind.RECIPE, "r", item="m:bronze_ingot", amounts=needs)


MIXED = way(("Copper Ingot", 3), ("Tin Ingot", 1))


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        pytest.param([MIXED, said("Take 3 copper and 1 tin.")], None, id="agreed"),
        pytest.param([MIXED, said("Take three copper ingots.")], None, id="agreed in words"),
        pytest.param([MIXED, said("Take 2x copper ingots.")], "2 copper ingots", id="with x"),
        pytest.param([MIXED, said("Take 9 gears.")], None, id="about something else"),
        pytest.param([MIXED, said("Place 9 copper blocks.")], None, id="another thing"),
        pytest.param(
            [MIXED, way(("Copper Ingot", 1)), said("Take 1 copper.")], None, id="one of two ways"
        ),
        pytest.param([MIXED, way(("Copper Ingot", 9))], None, id="two ways to make it"),
        pytest.param(
            [said("Take 5 copper ingots."), MIXED], "3 copper ingots", id="the recipe comes last"
        ),
        pytest.param(
            [MIXED, said("3 copper"), said("7 copper", Kind.WEB, quest="", address="https://w")],
            "7 copper ingots",
            id="only the web differs",
        ),
    ],
)
def test_recipe_quest_and_web_are_held_against_each_other(
    pieces: list[Piece], told: str | None
) -> None:
    conflict = conflict_of(pieces)
    assert (conflict.args["other"] if conflict else None) == told


async def test_an_item_that_a_script_names_is_told_with_that_doubt() -> None:
    link = CookingLink(BOOK, known=replace(KNOWN, scripted=frozenset({"minecraft:gear"})))
    async with mind(link) as someone:
        await someone.runtime.warmed()
        answer = (await someone.say("how do I make a gear"))[1]
        other = (await someone.say("how do I make bronze"))[1]
    assert "A script of this pack names it" in card(answer).passages[0].text
    assert "A script of this pack names it" in speech(answer)
    assert "script" not in speech(other)


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("how do I make bronze", True),
        ("the recipe of bronze", True),
        ("我想做青铜", True),
        ("青铜配方", True),
        ("how do I get bronze", False),
        ("make my crafting table quest", True),
        ("怎么做完这个", False),
        ("show the crafting table quest", False),
    ],
)
def test_words_that_ask_for_a_recipe_are_told_from_others(text: str, *, is_asked: bool) -> None:
    assert asks_making(text) is is_asked


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("how do I make bronze?", ["bronze_ingot"]),
        ("how many tin ingots does bronze need", ["bronze_ingot"]),
        ("is a bronze gear better than a gear", ["bronze_gear", "gear"]),
        ("what do bronze golems do", []),
        ("what is steel", ["steel_ingot"]),
        ("why is the sky blue", []),
    ],
)
def test_only_whole_names_in_a_question_are_items(question: str, named: list[str]) -> None:
    found = RecipeBook(KNOWN, {}).named_in(question)
    assert [item.removeprefix("minecraft:") for item in found] == named


async def test_what_a_machine_needs_besides_is_said_to_be_unread() -> None:
    mixed = replace(BRONZE, type="create:mixing")
    async with mind(CookingLink(BOOK, known=recipes(mixed))) as someone:
        await someone.runtime.warmed()
        passage = card((await someone.say("how do I make bronze"))[1]).passages[0]
    assert passage.source == "Recipe: create:mixing (minecraft)"
    assert "What its machine needs besides" in passage.text
