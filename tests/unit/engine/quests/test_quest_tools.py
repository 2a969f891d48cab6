"""The quest tools as other features, models and buttons may call them."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import msgspec
import pytest

from companion.engine import shared_tools
from companion.engine.builtin.quests.detail import detail
from companion.engine.builtin.quests.gift_card import gifts_answer
from companion.engine.builtin.quests.lists import listed
from companion.engine.builtin.quests.offers import Page, with_offers
from companion.engine.builtin.quests.previews import percent, preview
from companion.engine.builtin.quests.search import SURE, SURE_TO_MAKE, named
from companion.engine.narration.background import definition_of
from companion.engine.quest_views.rows import reward_tile
from companion.engine.quest_views.scene import Scene, Standing
from companion.engine.seen import Seen
from companion.engine.shared_tools import (
    DETAIL,
    FIND,
    QUERY,
    STARTER_GIFTS,
    OneQuest,
    QuestQuery,
    QuestView,
)
from companion.games.quest_book import Draw, Goods, Progress, Reward, Task
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestBrief, QuestList
from companion.protocol.cards.starter_gifts import StarterGiftOutput
from companion.support.errors import CompanionError, Failure
from tests.helpers.engine_link import HIDDEN, book_of, item_reward, item_task, quest

APPLE = item_reward(91, "Apple", 3)
BOOK = book_of(quest(1, "Wood", rewards=(APPLE,)), quest(2, "Stone Age"), quest(3, "Stone Bridge"))
SCENE = Scene(Standing(BOOK, Progress(known=True, completed=frozenset({1}))), None)


def rows(asked: QuestQuery) -> list[str]:
    card = listed(SCENE, asked, "en").card
    if card is None:
        return []
    assert isinstance(card, QuestList)
    assert all(isinstance(row, QuestBrief) for row in card.quests)
    assert [row.number for row in card.quests] == list(range(1, len(card.quests) + 1))
    return [row.title for row in card.quests]


@pytest.mark.behaviour("QUEST-005")
@pytest.mark.parametrize(
    ("asked", "titles"),
    [
        (QuestQuery(), ["Wood", "Stone Age", "Stone Bridge"]),
        (QuestQuery(keyword="STONE"), ["Stone Age", "Stone Bridge"]),
        (QuestQuery(view=QuestView.CLAIMABLE), ["Wood"]),
        (QuestQuery(view=QuestView.CLAIMABLE, keyword="stone"), []),
        (QuestQuery(view=QuestView.SUBMITTABLE), []),
    ],
    ids=["active", "a keyword", "claimable", "both", "submittable"],
)
def test_a_query_lists_numbered_rows(asked: QuestQuery, titles: list[str]) -> None:
    assert rows(asked) == titles


@pytest.mark.behaviour("QUEST-009")
def test_every_quest_tool_has_one_result_type() -> None:
    assert {kind.output for kind in (QUERY, FIND, DETAIL, STARTER_GIFTS)} == {Seen}
    ids = ("ftb.query", "ftb.find", "ftb.detail", "ftb.starter_gifts")
    assert tuple(kind.id for kind in (QUERY, FIND, DETAIL, STARTER_GIFTS)) == ids
    assert not msgspec.structs.fields(shared_tools.GiftQuery)


@pytest.mark.behaviour("QUEST-050")
def test_views_are_told_to_a_model() -> None:
    schema = json.dumps(QUERY.schema)
    assert all(view in schema for view in ("ACTIVE", "CLAIMABLE", "SUBMITTABLE"))
    assert "a reward waits" in schema


SELECTORS = {
    "an id": {"quest": "0000000000000001"},
    "a name": {"name": "Wood"},
    "a number": {"number": 2},
}


@pytest.mark.behaviour("QUEST-091")
@pytest.mark.parametrize("given", SELECTORS.values(), ids=SELECTORS.keys())
def test_one_selector_is_enough(given: dict[str, object]) -> None:
    assert isinstance(DETAIL.read(given), OneQuest)


@pytest.mark.behaviour("QUEST-091")
@pytest.mark.parametrize(
    "given",
    [{}, SELECTORS["an id"] | SELECTORS["a name"], {"number": 0}, {"quest": "1"}],
    ids=["none", "two", "no place", "no id"],
)
def test_none_or_two_selectors_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(CompanionError) as caught:
        DETAIL.read(given)
    assert caught.value.failure is Failure.INVALID_INPUT


@pytest.mark.behaviour("QUEST-077")
def test_a_random_amount_is_said_as_a_range() -> None:
    some = msgspec.structs.replace(APPLE, count=3, up_to=5)
    assert reward_tile(some, SCENE).amount == "3-5"
    assert reward_tile(APPLE, SCENE).amount == ""


@pytest.mark.behaviour("QUEST-075")
def test_a_table_tells_true_chances() -> None:
    draws = (
        Draw("item", "Coal", Goods("a:coal", "Coal"), 1, 0.75),
        Draw("xp", "5 xp", Goods("", "")),
    )
    loot = Reward(9, "loot", "A chest", Goods("", ""), draws=draws, nothing=0.004)
    shown = preview(loot, SCENE)
    assert (shown.type, shown.text) == ("ftbquests:loot", "A chest")
    assert [hint.args.get("chance") for hint in shown.hints] == ["75", None, "0.4"]


@pytest.mark.parametrize(
    ("chance", "said"), [(0.5, "50"), (0.0625, "6.2"), (0.004, "0.4"), (0.0001, "<0.1"), (1, "100")]
)
def test_a_chance_is_never_rounded_to_nothing(chance: float, said: str) -> None:
    assert percent(chance) == said


def many(kind: str, count: int) -> Reward:
    draws = tuple(Draw("item", f"Item {n}", Goods(f"a:{n}", f"Item {n}")) for n in range(count))
    return Reward(77, kind, "Choose", Goods("", ""), draws=draws)


@pytest.mark.behaviour("QUEST-016")
def test_eight_things_to_choose_a_page() -> None:
    book = book_of(quest(1, "Wood", rewards=(many("choice", 17),)))
    scene = Scene(Standing(book, Progress(known=True, completed=frozenset({1}))), None)
    sizes = []
    for start in (0, 8, 16):
        card = detail(scene, 1, "en").card
        assert isinstance(card, QuestOutput)
        page = with_offers(card, scene, book.quests[1], Page(0, start), lambda q, r: "x" * 16)
        sizes.append((len(page.choices), [b.id for b in page.actions]))
    assert [size for size, _ in sizes] == [8, 8, 1]
    assert "options_more" in sizes[0][1]
    assert sizes[2][1] == ["options_before"]


@pytest.mark.behaviour("NARR-016")
def test_what_is_told_is_of_the_players_language() -> None:
    chinese = book_of(quest(1, "木头", description=("去砍树。",)), locale="zh_cn")
    told = definition_of(chinese.quests[1], "zh_cn")
    assert (told.locale, told.text) == ("zh_cn", "去砍树。")
    assert told.key != definition_of(BOOK.quests[1], "en_us").key


@pytest.mark.behaviour("QUEST-002")
def test_quests_are_reached_without_any_transport() -> None:
    engine = Path(shared_tools.__file__).parent
    folders = (engine / "builtin" / "quests", engine / "quest_views", engine.parent / "games")
    carriers = {"socket", "ssl", "http", "urllib", "xmlrpc", "socketserver", "subprocess"}
    known = (sys.stdlib_module_names - carriers) | {"companion", "msgspec", "pyjson5", "watchfiles"}
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    assert len(paths) > 80
    assert {name for path in paths for name in imported(path)} <= known


def imported(path: Path) -> set[str]:
    """The packages that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.behaviour("QUEST-006")
@pytest.mark.parametrize(
    ("name", "quests"),
    [
        pytest.param("stone age", (2,), id="an exact title alone"),
        pytest.param("0000000000000003", (3,), id="an id"),
        pytest.param("stone", (2, 3), id="a part of two titles"),
        pytest.param("Secret", (), id="a hidden one"),
        pytest.param("0000000000000004", (), id="the id of a hidden one"),
    ],
)
def test_a_quest_is_found_among_those_that_may_be_read(name: str, quests: tuple[int, ...]) -> None:
    book = book_of(*BOOK.quests.values(), quest(4, "Secret", rules=HIDDEN))
    found = named(Scene(Standing(book, SCENE.progress), None), name)
    assert ((found.quest,) if found.quest else tuple(sorted(found.choice))) == quests


@pytest.mark.parametrize(
    ("name", "sure", "is_opened"),
    [
        ("furnace", SURE, True),
        ("furnace", SURE_TO_MAKE, False),
        ("arc furnaces", SURE_TO_MAKE, True),
    ],
    ids=["looked for", "to be made", "to be made, and meant"],
)
def test_what_is_to_be_made_is_not_another_thing_of_a_longer_name(
    name: str, sure: float, is_opened: bool
) -> None:
    arc = quest(7, "Arc Furnace", tasks=(item_task(71, "Coil"),))
    found = named(Scene(Standing(book_of(arc), SCENE.progress), None), name, sure)
    assert (found.quest, found.choice) == ((7, ()) if is_opened else (None, (7,)))


@pytest.mark.behaviour("QUEST-008")
def test_starter_gifts_are_one_card_and_none_are_a_sentence() -> None:
    tick = (Task(99, "checkmark", "Tick", Goods("", "")),)
    gift = quest(5, "Welcome", tasks=tick, rewards=(item_reward(51, "Bread", 2),))
    scene = Scene(Standing(book_of(gift), Progress(known=True)), None)
    card = gifts_answer(scene, "en", None).card
    assert isinstance(card, StarterGiftOutput)
    assert [(tile.name, tile.count) for tile in card.items] == [("Bread", 2)]
    assert gifts_answer(SCENE, "en", None).card is None
