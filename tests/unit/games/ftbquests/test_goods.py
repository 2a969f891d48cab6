"""Items through all versions, filters, and the names of tasks and rewards."""

from __future__ import annotations

import pytest

from companion.games.ftbquests.goods import GoodsReader
from companion.games.ftbquests.names import Names, id_words
from companion.games.ftbquests.rewards import RewardReader, Tables
from companion.games.ftbquests.stacks import alternatives, read_stack
from companion.games.ftbquests.tasks import TaskReader
from companion.games.ftbquests.text import TextReader
from companion.language.translations import merged
from companion.support.resources import translation_tables

TABLE = {
    "item.minecraft.iron_ingot": "Iron Ingot (named)",
    "block.mod.deep.box": "Deep Box",
    "entity.minecraft.zombie": "Zombie",
    "tag.item.c.ingots.iron": "Iron Ingots",
}
PHRASES = merged("en_us", translation_tables())
GOODS = GoodsReader(Names(TABLE), TextReader(TABLE, PHRASES), PHRASES)
TASKS = TaskReader(GOODS, PHRASES)

STACKS = {
    "an id": ("minecraft:furnace", "minecraft:furnace", 1),
    "1.12 with amount and variant": ("minecraft:log 4 2", "minecraft:log", 4),
    "1.12 in a record": ({"item": "minecraft:log"}, "minecraft:log", 1),
    "up to 1.20": ({"id": "a:b", "Count": 3}, "a:b", 3),
    "from 1.20.5": ({"id": "a:b", "count": 5, "components": {}}, "a:b", 5),
    "of a mod that is gone": (
        {"id": "ftbquests:missing_item", "components": {"ftbquests:missing_item": "old:thing"}},
        "old:thing",
        1,
    ),
    "a mere picture": ({"id": "ftbquests:custom_icon"}, "", 0),
    "nothing": (None, "", 0),
    "nonsense": ([1, 2], "", 0),
}


@pytest.mark.parametrize(("raw", "item", "count"), STACKS.values(), ids=STACKS)
def test_an_item_is_read_in_every_spelling(raw: object, item: str, count: int) -> None:
    stack = read_stack(raw)
    assert (stack.item, stack.count) == (item, count)


def smart(text: str) -> dict[str, object]:
    return {"id": "ftbfiltersystem:smart_filter", "components": {"ftbfiltersystem:filter": text}}


def item_filter(kind: str, **tag: object) -> dict[str, object]:
    return {"id": f"itemfilters:{kind}", "Count": 1, "tag": tag}


FILTERS = {
    "smart": (smart("or(item(a:b)item_tag(c:d)mod(m)block())"), ("a:b", "#c:d", "@m")),
    "smart, negated": (smart("and(item(a:b)not(item(c:d)))"), ("a:b",)),
    "smart, repeated": (smart("or(item(a:b)item(a:b))"), ("a:b",)),
    "smart, broken": (smart("or(item(a:b"), ()),
    "or": (item_filter("or", items=[{"id": "a:b"}, "c:d"]), ("a:b", "c:d")),
    "or in or": (
        item_filter("or", items=[item_filter("tag", value="x:y"), "c:d"]),
        ("#x:y", "c:d"),
    ),
    "mod": (item_filter("mod", value="botania"), ("@botania",)),
    "pattern": (item_filter("id_regex", value=".*"), ()),
    "not": (item_filter("not", items=["a:b"]), ()),
}


@pytest.mark.parametrize(("raw", "ids"), FILTERS.values(), ids=FILTERS)
def test_a_filter_stands_for_what_it_lets_through(raw: object, ids: tuple[str, ...]) -> None:
    assert alternatives(read_stack(raw)) == ids


def test_filters_in_filters_without_end_are_cut() -> None:
    raw: dict[str, object] = {"id": "a:b"}
    for _ in range(200):
        raw = item_filter("or", items=[raw])
    assert alternatives(read_stack(raw)) == ()


NAMES = {
    "from the table": ("item", "minecraft:iron_ingot", "Iron Ingot (named)"),
    "a block": ("item", "mod:deep/box", "Deep Box"),
    "out of the id": ("item", "mod:smelting_core", "Smelting Core"),
    "the last part of a path": ("advancement", "mod:story/first_steps", "First Steps"),
    "a tag": ("tag", "#c:ingots/iron", "Iron Ingots"),
}


@pytest.mark.parametrize(("what", "name", "shown"), NAMES.values(), ids=NAMES)
def test_a_thing_is_named(what: str, name: str, shown: str) -> None:
    assert Names(TABLE).of(what, name) == shown


@pytest.mark.parametrize("name", ["", ":", "#", "/", "a:", "a:/"])
def test_an_id_without_words_does_no_harm(name: str) -> None:
    assert isinstance(id_words(name), str)


TASK_TITLES = {
    "items": (
        {"type": "item", "item": "minecraft:iron_ingot", "count": 3},
        "3x Iron Ingot (named)",
        3,
    ),
    "any of": ({"type": "item", "item": smart("or(item(a:one)item(a:two))")}, "any of One, Two", 1),
    "any of many": (
        {"type": "item", "item": smart("or(item(a:a)item(a:b)item(a:c)item(a:d)item(a:e))")},
        "any of A, B, C and 2 more",
        1,
    ),
    "a tag": ({"type": "item", "item": smart("item_tag(c:ingots/iron)")}, "any Iron Ingots", 1),
    "a pattern": (
        {"type": "item", "item": item_filter("id_regex", value="x")},
        "a matching item",
        1,
    ),
    "several of 1.12": (
        {"type": "item", "items": [{"item": "a:x"}, {"item": "a:y"}]},
        "any of X, Y",
        1,
    ),
    "a kill": (
        {"type": "ftbquests:kill", "entity": "minecraft:zombie", "value": 5},
        "Defeat 5x Zombie",
        5,
    ),
    "a fluid": (
        {"type": "fluid", "fluid": {"id": "a:oil"}, "amount": 1000},
        "1000 mB of Oil",
        1000,
    ),
    "a place": ({"type": "dimension", "dimension": "minecraft:the_nether"}, "Visit The Nether", 1),
    "a tick": ({"type": "checkmark"}, "Tick it off in the quest book", 1),
    "of an add-on": ({"type": "extra:break_it"}, "Task of another kind (Break It)", 1),
    "of no kind": ({}, "Task of another kind (Unknown)", 1),
    "an impossible amount": ({"type": "item", "item": "a:x", "count": -5}, "X", 1),
}


@pytest.mark.parametrize(("raw", "title", "needed"), TASK_TITLES.values(), ids=TASK_TITLES)
def test_a_task_without_a_title_is_named_after_its_goal(
    raw: dict[str, object], title: str, needed: int
) -> None:
    task = TASKS.read(raw, 1, "")
    assert (task.title, task.needed) == (title, needed)


def test_an_own_title_comes_first() -> None:
    assert TASKS.read({"type": "checkmark"}, 1, "Say hello").title == "Say hello"


def test_an_item_with_a_name_of_its_own_is_called_so() -> None:
    raw = {"id": "a:b", "tag": {"display": {"Name": '{"text":"Old Sword"}'}}}
    assert GOODS.read(raw).name == "Old Sword"
    assert GOODS.read({"id": "a:b", "components": {"minecraft:custom_name": '"New"'}}).name == "New"


LOOT = {"id": "0F", "rewards": [{"item": "a:x"}, {"item": "a:y"}, {"type": "xp", "xp": 5}]}
REWARDS = RewardReader(GOODS, PHRASES, Tables({15: LOOT}, [LOOT], {15: "Treasure"}))

REWARD_TITLES = {
    "items": ({"type": "item", "item": "a:x", "count": 4}, "4x X", 4, 0),
    "by the stack": ({"type": "item", "item": {"id": "a:x", "Count": 6}}, "6x X", 6, 0),
    "by chance": ({"type": "item", "item": "a:x", "count": 3, "random_bonus": 2}, "3-5x X", 3, 5),
    "points": ({"type": "xp", "xp": 100}, "100 experience points", 100, 0),
    "levels": ({"type": "xp_levels", "xp_levels": 2}, "2 experience levels", 2, 0),
    "a table": ({"type": "loot", "table_id": 15}, "Treasure", 1, 0),
    "a table of 1.12": ({"type": "choice", "table": 0}, "Treasure", 1, 0),
    "no table": ({"type": "random", "table_id": 99}, "A random reward", 1, 0),
    "a command never shows itself": (
        {"type": "command", "command": "/op @p"},
        "A special reward",
        1,
        0,
    ),
    "of an add-on": ({"type": "x:y"}, "Reward of another kind (x:y)", 1, 0),
}


@pytest.mark.parametrize(
    ("raw", "title", "count", "up_to"), REWARD_TITLES.values(), ids=REWARD_TITLES
)
def test_a_reward_without_a_title_is_named(
    raw: dict[str, object], title: str, count: int, up_to: int
) -> None:
    reward = REWARDS.read(raw, 1, "")
    assert (reward.title, reward.count, reward.up_to) == (title, count, up_to)


def test_a_table_gives_its_items_as_alternatives() -> None:
    inline = {"type": "choice", "table_id": -1, "table_data": {"rewards": [{"item": "a:z"}]}}
    assert REWARDS.read({"type": "choice", "table_id": 15}, 1, "").goods.alternatives == (
        "a:x",
        "a:y",
    )
    assert REWARDS.read(inline, 1, "").goods.alternatives == ("a:z",)
