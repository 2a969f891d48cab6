"""Names of a pack in ear and mouth."""

from __future__ import annotations

import pytest

from companion.language.pack_names import NameMender, hot_words, pronunciations

NAMES = (
    "Ender Pearl",
    "Ender Chest",
    "Iron Ingot",
    "Mekanism",
    "Applied Energistics",
    "Wooden Pickaxe",
    "Pressurized Tube",
    "末影珍珠",
)
ORDINARY = ("show my quests", "where do i get", "how do i make", "what is an", "next page", "the")
MENDER = NameMender(NAMES, ORDINARY)

MISHEARD = {
    "one letter gone": ("where do I get ender perl", "where do I get Ender Pearl"),
    "in the midst": ("how do I make an ender perl now", "how do I make an Ender Pearl now"),
    "two words for one": ("what is meka nism", "what is Mekanism"),
    "one word for two": ("where do I get ironingit", "where do I get Iron Ingot"),
    "another ending": ("where do I get a wooden pickaks", "where do I get a Wooden Pickaxe"),
    "two names": ("ender perl and ender chist", "Ender Pearl and Ender Chest"),
    "signs around": ("Ender perl?", "Ender Pearl?"),
}


@pytest.mark.parametrize(("heard", "meant"), MISHEARD.values(), ids=MISHEARD.keys())
def test_a_misheard_name_is_put_right(heard: str, meant: str) -> None:
    assert MENDER.mended(heard) == meant


UNTOUCHED = (
    "show my quests",
    "next page",
    "the second one",
    "ender pearl",
    "iron",
    "what is the meaning of this",
    "任务",
    "",
    "42",
)


@pytest.mark.parametrize("heard", UNTOUCHED)
def test_what_may_be_meant_as_it_stands_is_not_touched(heard: str) -> None:
    assert MENDER.mended(heard) == heard


def test_two_names_that_are_as_near_leave_the_words_alone() -> None:
    mender = NameMender(("Copper Wire", "Copper Wirf"))
    assert mender.mended("copper wirx") == "copper wirx"


def test_rare_names_are_expected_first() -> None:
    names = ("Iron Ingot", "Iron Block", "Iron Rod", "Mekanism", "Ingot Mold")
    assert hot_words(names, 4) == ("Iron Block", "Iron Rod", "Mekanism", "Ingot Mold")
    assert hot_words((), 5) == ()


@pytest.mark.parametrize(
    ("name", "written", "said"),
    [
        ("AE2 Terminal", "AE2", "A E 2"),
        ("EnderIO", "EnderIO", "Ender I O"),
        ("Tier III Casing", "III", "three"),
        ("RF Cable", "RF", "R F"),
    ],
)
def test_how_a_name_sounds(name: str, written: str, said: str) -> None:
    assert pronunciations([name])[written] == said


def test_ordinary_names_need_no_help() -> None:
    assert pronunciations(["Ender Pearl", "Iron Ingot"]) == {}
