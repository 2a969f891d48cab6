"""Finding quests by what was heard."""

from __future__ import annotations

import random
from functools import partial

import pytest

from companion.games.quest_book import Chapter, Quest, QuestBook
from companion.games.search import MOST_DOUBTED, MOST_FOUND, find_quests, warm_up
from tests.helpers.steps import calls_for

ENGLISH = (
    "Stone Age",
    "§6Stone Age II",
    "Shiny Things",
    "A Place to Craft",
    "Copper Everywhere",
    "Applied Energistics",
    "Undercloud Mineshaft",
    "Iron Pickaxe",
    "Mystical Agriculture",
)
CHINESE = (
    "石器时代",
    "闪亮的宝石",
    "合成的地方",
    "遍地是铜",
    "AE2 入门",
    "神秘农业",
    "压力室",
    "开采钻石",
)


def book(titles: tuple[str, ...], locale: str = "en_us") -> QuestBook:
    quests = {
        0x0A0000000000 + n: Quest(0x0A0000000000 + n, 1, t, True) for n, t in enumerate(titles)
    }
    return QuestBook("", "demo", locale, (Chapter(1, "c", "", False, tuple(quests)),), quests)


def titles_found(small: QuestBook, text: str) -> list[str]:
    return [small.quests[found.quest].title for found in find_quests(small, text)]


HEARD = {
    "stone edge": "Stone Age",
    "the copper every where": "Copper Everywhere",
    "a place to kraft": "A Place to Craft",
    "shiny thinks": "Shiny Things",
    "apply energistics": "Applied Energistics",
    "under cloud mine shaft": "Undercloud Mineshaft",
    "mystic agriculture": "Mystical Agriculture",
}


@pytest.mark.parametrize(("heard", "title"), HEARD.items(), ids=HEARD)
def test_a_misheard_english_title_is_found(heard: str, title: str) -> None:
    assert titles_found(book(ENGLISH), heard)[0] == title


HEARD_CHINESE = {
    "实际时代": "石器时代",
    "遍地是同": "遍地是铜",
    "闪量的宝石": "闪亮的宝石",
    "神米农业": "神秘农业",
    "AE2 人门": "AE2 入门",
    "开彩钻石": "开采钻石",
}


@pytest.mark.parametrize(("heard", "title"), HEARD_CHINESE.items(), ids=HEARD_CHINESE)
def test_a_misheard_chinese_title_is_found_by_its_sound(heard: str, title: str) -> None:
    assert titles_found(book(CHINESE, "zh_cn"), heard)[0] == title


@pytest.mark.behaviour("QUEST-052")
@pytest.mark.parametrize(
    "text", ["stone age", "  STONE AGE! ", "0A0000000000", "#00000A0000000000"]
)
def test_an_exact_title_or_id_beats_partial_matches(text: str) -> None:
    number = {"0A0000000000": "00000A0000000000"}.get(text, text)
    found = find_quests(book(ENGLISH), number)
    assert [(hit.quest, hit.exact) for hit in found] == [(0x0A0000000000, True)]


def test_equal_titles_all_come_back() -> None:
    assert len(find_quests(book(("Iron", "Gold", "§bIron")), "iron")) == 2


def test_part_of_a_title_is_found() -> None:
    assert titles_found(book(ENGLISH), "agriculture") == ["Mystical Agriculture"]


@pytest.mark.parametrize("text", ["", "   ", "?!", "zzzzqqqq", "weather tomorrow"])
def test_what_is_like_no_title_finds_nothing(text: str) -> None:
    assert find_quests(book(ENGLISH), text) == ()


def test_unlike_chinese_words_find_nothing() -> None:
    assert titles_found(book(CHINESE, "zh_cn"), "明天下雨吗") == []


@pytest.mark.parametrize("text", ["Stone Age", "stone edge", "00000A0000000000", "stone"])
def test_hidden_quests_are_never_found(text: str) -> None:
    small = book(ENGLISH)
    shown = frozenset(n for n, q in small.quests.items() if "Stone" not in q.title)
    assert all("Stone" not in small.quests[f.quest].title for f in find_quests(small, text, shown))


def test_a_list_stays_short_enough_to_choose_from() -> None:
    many = book(tuple(f"Bee number {n}" for n in range(200)))
    assert len(find_quests(many, "bee number")) == MOST_FOUND


def test_the_right_one_of_five_thousand_is_found() -> None:
    words, chance = ["copper", "iron", "stone", "lantern", "garden", "engine"], random.Random(7)
    titles = tuple(" ".join(chance.choices(words, k=3)) + f" {n:04}" for n in range(4_999))
    large = book((*titles, "Undercloud Mineshaft"))
    warm_up(large)
    assert titles_found(large, "undercloud mine chaft")[0] == "Undercloud Mineshaft"


def test_titles_of_any_length_are_found_by_their_beginning() -> None:
    long = book(("x" * 100_000, "任务" * 50_000, "Stone Age " * 9_000, "Stone Age"))
    warm_up(long)
    shorter = book(("x" * 10_000, "任务" * 5_000, "Stone Age " * 900, "Stone Age"))
    warm_up(shorter)
    for text in ("x" * 2_000, "任务" * 1_000, "stone edge " * 180):
        calls = calls_for(partial(find_quests, long, text))
        assert calls <= calls_for(partial(find_quests, shorter, text)) * 1.1
    assert titles_found(long, "x" * 2_000)[0] == "x" * 100_000


DOUBTED = ("Fusion Reactor", "Fission Fuel Assembly", "Furnaces")


@pytest.mark.parametrize(
    ("heard", "is_doubted"),
    [("fission reactor", True), ("fuschion reactor", False), ("fusion reactors", False)],
    ids=["a word that the book has elsewhere", "a word that nobody has", "another ending"],
)
def test_a_word_that_other_titles_have_is_no_slip_of_the_ear(heard: str, is_doubted: bool) -> None:
    best = find_quests(book(DOUBTED), heard)[0]
    assert best.quest == 0x0A0000000000
    assert (best.score <= MOST_DOUBTED) == is_doubted
