"""What is answered about quests."""

from __future__ import annotations

import pytest

from companion.engine.quest_views.rows import state_line
from companion.engine.quest_views.scene import SceneReader
from companion.games.quest_book import Goods, Progress, Quest, QuestRules, Task
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestList, QuestState
from companion.protocol.cards.selection import SelectionCard
from companion.support.errors import Failure
from tests.helpers.engine_client import Told, mind, speech, words
from tests.helpers.engine_link import (
    HIDDEN,
    FakeLink,
    book_of,
    item_reward,
    item_task,
    quest,
)

STONE, COBBLE, CLAIM, DONE, LOCKED, SECRET, INTRO = range(1, 8)
PROGRESS = Progress(
    known=True,
    player="Alex",
    completed=frozenset({CLAIM, DONE}),
    task_progress={STONE * 16 + 1: 6},
)


def small_world() -> FakeLink:
    """Three open quests (one to claim), one done, one locked, one hidden, one that asks nothing."""
    return FakeLink(
        book_of(
            quest(COBBLE, "Quarry", tasks=(item_task(21, "Cobblestone", 64),)),
            quest(
                STONE, "§6Stone Age", subtitle="Hot. Very hot.", description=("Cook it.", "Eat.")
            ),
            quest(CLAIM, "Wood", rewards=(item_reward(31, "Apple", 3),)),
            quest(DONE, "Dirt"),
            quest(LOCKED, "Iron Age", dependencies=(STONE, SECRET)),
            quest(SECRET, "Secret Door", rules=HIDDEN, rewards=(item_reward(61, "Diamond"),)),
            quest(INTRO, "Welcome", tasks=(Task(71, "checkmark", "Read", Goods("", "")),)),
        ),
        PROGRESS,
        {"minecraft:furnace": 2},
    )


async def ask(text: str, link: FakeLink | None = None, locale: str = "en_us") -> Told:
    async with mind(link or small_world(), locale) as someone:
        return (await someone.say(text))[1]


def titles(answer: Told) -> list[str]:
    assert isinstance(answer.card, QuestList)
    return [row.title for row in answer.card.quests]


@pytest.mark.behaviour("QUEST-014", "QUEST-015", "QUEST-041")
async def test_the_list_holds_what_can_be_done_or_claimed_in_book_order() -> None:
    answer = await ask("show my quests")
    assert titles(answer) == ["Quarry", "§6Stone Age", "Wood"]
    assert answer.numbered == (COBBLE, STONE, CLAIM)
    assert speech(answer) == (
        "Three quests are open. They are “Quarry”, “Stone Age” and “Wood”. "
        "For one of them your reward is waiting. Say “open the second one” to hear more."
    )


async def test_a_row_says_how_far_it_is() -> None:
    answer = await ask("show my quests")
    assert isinstance(answer.card, QuestList)
    _, stone, claim = answer.card.quests
    assert (words(stone.line), stone.done, stone.total) == ("6 of 8 furnaces", 6, 8)
    assert (stone.state, claim.state) == (QuestState.STARTED, QuestState.CLAIMABLE)
    assert words(claim.line) == "A reward is waiting"


async def test_what_next_puts_rewards_first_and_then_the_quickest() -> None:
    answer = await ask("what should I do next")
    assert titles(answer) == ["Wood", "§6Stone Age", "Quarry"]
    assert speech(answer) == (
        "Three quests are open. In “Wood” your reward is waiting. "
        "The quickest is “Stone Age”: you still need 2 furnaces."
    )


async def test_the_same_is_said_in_chinese() -> None:
    answer = await ask("我接下来做什么", locale="zh_cn")
    assert "最快的是“Stone Age”，还差2个Furnace。" in speech(answer, "zh_cn")


@pytest.mark.behaviour("QUEST-053")
@pytest.mark.parametrize(
    ("words", "title"),
    [("open the second one", "§6Stone Age"), ("/open 1", "Quarry"), ("打开最后一个", "Wood")],
)
async def test_a_number_means_the_last_list(words: str, title: str) -> None:
    async with mind(small_world()) as someone:
        await someone.say("show my quests")
        _, answer = await someone.say(words)
    assert isinstance(answer.card, QuestOutput)
    assert answer.card.title == title


async def test_a_number_without_a_list_says_how_to_get_one() -> None:
    answer = await ask("open the second one")
    assert (answer.card, words(answer.text)[:16]) == (None, "There is no list")


async def test_a_number_past_the_end_says_how_long_the_list_is() -> None:
    async with mind(small_world()) as someone:
        await someone.say("show my quests")
        _, answer = await someone.say("open number 9")
    assert words(answer.text) == "The list has no such row; it ends at number 3."


@pytest.mark.behaviour("QUEST-011")
async def test_a_quest_found_by_name_leaves_the_list_in_force() -> None:
    async with mind(small_world()) as someone:
        await someone.say("show my quests")
        await someone.say("how do I get Iron Age")
        _, answer = await someone.say("open the first one")
    assert isinstance(answer.card, QuestOutput)
    assert answer.card.title == "Quarry"


@pytest.mark.parametrize(
    "text",
    [
        "how do I get Stone Age",
        "How do I complete the stone age?",
        "how do I get stoned age",
        "how do I get 0000000000000001",
        "怎么完成Stone Age",
        "/quest stone age",
    ],
)
async def test_a_quest_is_found_by_name_or_id(text: str) -> None:
    answer = await ask(text)
    assert isinstance(answer.card, QuestOutput)
    assert answer.card.quest == "0000000000000001"


async def test_a_detail_says_what_is_left_and_begins_its_own_words() -> None:
    answer = await ask("how do I get Stone Age")
    assert speech(answer) == "“Stone Age”: you still need 2 furnaces. Hot. Very hot."


@pytest.mark.behaviour("QUEST-010")
async def test_several_quests_of_a_name_are_a_choice() -> None:
    link = FakeLink(book_of(quest(1, "Copper"), quest(2, "Copper"), quest(3, "Tin")))
    answer = await ask("how do I get copper", link)
    assert isinstance(answer.card, SelectionCard)
    assert [words(c.label) for c in answer.card.candidates] == ["Copper (First Steps)"] * 2
    assert answer.numbered is None


async def test_missing_quests_are_named_and_hidden_ones_are_not() -> None:
    answer = await ask("how do I get Iron Age")
    assert isinstance(answer.card, QuestOutput)
    assert answer.card.missing == ("Stone Age",)
    assert "First finish “Stone Age”." in speech(answer)
    assert "Secret" not in repr(answer)


SECRETS = ("Secret Door", "0000000000000006", "Diamond")
HIDDEN_ASKS = [
    "show my quests",
    "what should I do next",
    "how do I get Secret Door",
    "/quest 0000000000000006",
    "secret door",
    "which quests give diamond",
    "/items minecraft:diamond",
    "help",
]


@pytest.mark.behaviour("QUEST-032", "QUEST-007")
@pytest.mark.parametrize("text", HIDDEN_ASKS)
async def test_no_sentence_reaches_a_hidden_quest(text: str) -> None:
    answer = await ask(text)
    told = repr(answer.card) + speech(answer)
    if answer.failure == Failure.NOT_FOUND:  # it only repeats the name that was asked for
        told = repr(answer.card)
    assert not [secret for secret in SECRETS if secret in told]


async def test_no_button_reaches_a_hidden_quest() -> None:
    async with mind(small_world()) as someone:
        _, answer = await someone.press("system:quest_detail", quest="0000000000000006")
    assert (answer.failure, answer.card) == (Failure.NOT_FOUND, None)


async def test_a_quest_that_became_hidden_is_gone_from_its_number() -> None:
    link = small_world()
    async with mind(link) as someone:
        await someone.say("show my quests")
        link.quest_book = book_of(quest(STONE, "Stone Age", rules=HIDDEN))
        _, answer = await someone.say("open the second one")
    assert answer.failure == Failure.NOT_FOUND


@pytest.mark.behaviour("QUEST-039")
@pytest.mark.parametrize(
    "rules",
    [QuestRules(hide_text_until_complete=True), QuestRules(hide_details_until_startable=True)],
    ids=["text until complete", "details until startable"],
)
async def test_hidden_texts_never_leave(rules: QuestRules) -> None:
    shy = quest(
        2,
        "Shy",
        subtitle="A whisper.",
        description=("Told later.",),
        dependencies=(1,) if rules.hide_details_until_startable else (),
        rules=rules,
    )
    answer = await ask("how do I get Shy", FakeLink(book_of(quest(1, "Other"), shy)))
    assert isinstance(answer.card, QuestOutput)
    assert "whisper" not in repr(answer) + speech(answer)
    assert "later" not in repr(answer) + speech(answer)


async def test_hidden_details_keep_goals_and_rewards() -> None:
    rules = QuestRules(hide_details_until_startable=True)
    shy = quest(2, "Shy", dependencies=(1,), rules=rules, rewards=(item_reward(3, "Ruby"),))
    link = FakeLink(book_of(quest(1, "Other", tasks=(item_task(9, "Dirt"),)), shy))
    answer = await ask("how do I get Shy", link)
    assert isinstance(answer.card, QuestOutput)
    assert (answer.card.tasks, answer.card.rewards) == ((), ())
    assert "furnace" not in speech(answer).lower()
    assert (await ask("/items Ruby", link)).failure == Failure.NOT_FOUND


async def test_without_a_save_it_says_so_and_lists_where_one_can_start() -> None:
    link = small_world()
    link.done = Progress()
    answer = await ask("show my quests", link)
    assert titles(answer) == ["Quarry", "§6Stone Age", "Wood", "Dirt"]
    assert speech(answer).startswith("I cannot see your progress")
    assert words(answer.text) == "Four quests need no other quest first."
    assert isinstance(answer.card, QuestList)
    assert {row.state for row in answer.card.quests} == {QuestState.UNKNOWN}


async def test_without_a_save_what_next_says_where_to_start() -> None:
    link = small_world()
    link.done = Progress()
    said = speech(await ask("what should I do next", link))
    assert "Start with “Stone Age”: it asks for 8 furnaces." in said


@pytest.mark.parametrize(
    ("task", "said"),
    [
        (item_task(9, "Bread", 6), "“A”: you still need 6 bread."),
        (Task(9, "item", "Any Tool", Goods("", "any Tools")), "“A”. What is left: Any Tool."),
        (Task(9, "kill", "Kill 5 Zombies", Goods("", ""), 5), "“A”. What is left: kill 5 Zombies."),
        (Task(9, "checkmark", "Tick", Goods("", "")), "“A”: you only have to tick it off"),
    ],
    ids=["item", "own title", "kill", "checkmark"],
)
async def test_each_kind_of_goal_is_said_in_its_own_way(task: Task, said: str) -> None:
    answer = await ask("how do I get A", FakeLink(book_of(quest(1, "A", tasks=(task,)))))
    assert speech(answer).startswith(said)


async def test_more_goals_than_one_listens_to_are_counted() -> None:
    tasks = tuple(item_task(n, f"Thing {n}") for n in range(1, 6))
    answer = await ask("how do I get A", FakeLink(book_of(quest(99, "A", tasks=tasks))))
    assert "and 3 more things." in speech(answer)


async def test_optional_goals_do_not_count_unless_all_are() -> None:
    extra = Task(9, "item", "Gold", Goods("x:gold", "Gold"), 1, optional=True)
    both = quest(1, "Both", tasks=(item_task(8, "Bread"), extra))
    only = quest(2, "Only", tasks=(extra,))
    link = FakeLink(book_of(both, only))
    assert speech(await ask("how do I get Both", link)) == "“Both”: you still need bread."
    assert speech(await ask("how do I get Only", link)) == "“Only”: you still need gold."


async def test_a_world_without_open_quests_says_so() -> None:
    answer = await ask(
        "show my quests", FakeLink(book_of(quest(1, "A")), Progress(True, "", frozenset({1})))
    )
    assert titles(answer) == []
    assert speech(answer) == "No quest is open right now."


async def test_the_next_request_sees_what_changed_on_the_disk() -> None:
    link = small_world()
    async with mind(link) as someone:
        await someone.say("show my quests")
        link.done = Progress(True, "Alex", PROGRESS.completed | {STONE, SECRET})
        _, answer = await someone.say("show my quests")
    assert titles(answer) == ["Quarry", "Wood", "Iron Age", "Secret Door"]


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        ("system:quest_detail", {}),
        ("system:quest_detail", {"quest": "1"}),
        ("system:quest_detail", {"quest": "000000000000000g"}),
        ("system:quest_detail", {"quest": "0000000000000001\n"}),
        ("system:quest_detail", {"quest": "0000000000000001", "more": "x"}),
        ("system:quest_number", {"number": "1.5"}),
        ("system:quest_number", {"number": "-2"}),
        ("system:quest_find", {"name": ""}),
        ("system:quest_list", {"page": "2"}),
        ("system:grant", {}),
        ("other:thing", {"x": "y"}),
    ],
)
@pytest.mark.behaviour("CARD-014", "ROUTE-055")
async def test_a_button_with_other_arguments_does_nothing(
    action: str, arguments: dict[str, str]
) -> None:
    async with mind(small_world()) as someone:
        _, answer = await someone.press(action, **arguments)
    assert (answer.failure, answer.card) == (Failure.INVALID_INPUT, None)


@pytest.mark.behaviour("QUEST-015")
async def test_many_quests_come_in_one_list() -> None:
    many: list[Quest] = [quest(n, f"Quest {n}") for n in range(1, 301)]
    answer = await ask("show my quests", FakeLink(book_of(*many)))
    assert isinstance(answer.card, QuestList)
    assert [row.number for row in answer.card.quests] == list(range(1, 301))
    assert len(answer.card.spoken) <= 4


def one_quest(*, claim: bool = False) -> FakeLink:
    """A world with a single open quest."""
    rewards = (item_reward(31, "Apple", 3),) if claim else ()
    done = frozenset({STONE}) if claim else frozenset()
    return FakeLink(
        book_of(quest(STONE, "Stone Age", rewards=rewards)), Progress(known=True, completed=done)
    )


@pytest.mark.parametrize(
    ("text", "claim", "said"),
    [
        ("show my quests", False, "One quest is open. It is “Stone Age”."),
        ("show my quests", True, "One quest is open. It is “Stone Age”. Its reward is waiting."),
        (
            "what should I do next",
            False,
            "One quest is open. It is “Stone Age”: you still need 8 furnaces.",
        ),
        (
            "what should I do next",
            True,
            "One quest is open. In “Stone Age” your reward is waiting.",
        ),
    ],
)
async def test_a_single_quest_is_spoken_of_as_one(text: str, claim: bool, said: str) -> None:
    assert speech(await ask(text, one_quest(claim=claim))) == said


async def test_a_single_quest_is_spoken_of_as_one_in_chinese() -> None:
    answer = await ask("我接下来做什么", one_quest(), "zh_cn")
    assert speech(answer, "zh_cn") == "现在有一个任务可以做。 就是“Stone Age”，还差8个Furnace。"


def test_a_quest_held_back_by_several_names_the_first_and_how_many_more() -> None:
    link = FakeLink(
        book_of(
            quest(1, "Wood"),
            quest(2, "Stone"),
            quest(3, "Coal"),
            quest(4, "Steel", dependencies=(1, 2, 3)),
        )
    )
    scene = SceneReader(link).read("en_us")
    line = state_line(scene, scene.book.quests[4])
    assert words(line) == "After Wood and 2 more"
    assert words(line, "zh_cn") == "先完成“Wood”和另外2个任务"


async def test_of_a_description_of_any_size_only_the_start_is_read() -> None:
    huge = "[" * 500_000
    link = FakeLink(book_of(quest(STONE, "Stone Age", description=("Cook it.", huge))))
    answer = await ask("/quest stone age", link)
    assert "Cook it." in speech(answer)
    assert len(speech(answer)) < 1_000


@pytest.mark.parametrize(
    ("locale", "line"), [("en_us", "Defeat 3x Zombie (0/3)"), ("zh_cn", "Defeat 3x Zombie（0/3）")]
)
async def test_a_goal_that_tells_its_amount_is_not_counted_twice(locale: str, line: str) -> None:
    kill = Task(11, "kill", "Defeat 3x Zombie", Goods("", ""), 3)
    async with mind(FakeLink(book_of(quest(1, "Bounty", tasks=(kill,)))), locale) as someone:
        _, told = await someone.say("/quests")
    assert isinstance(told.card, QuestList)
    assert words(told.card.quests[0].line, locale) == line
