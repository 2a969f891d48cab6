"""Bringing what was heard into the forms that examples are kept in."""

from __future__ import annotations

import pytest

from companion.language.hearing import Ear, Hearing
from companion.language.spelling import Spelling
from companion.language.stem import stem

HEARING = Hearing(
    {
        ("quiz",): ("quests",),
        ("look", "at"): ("show",),
        ("look", "at", "all"): ("show", "every"),
        ("still",): (),
    },
    frozenset({("please",), ("can", "you"), ("thank", "you")}),
    frozenset({("huh",), ("or", "what")}),
)
EAR = Ear(HEARING, {"quest", "show", "furnace", "~kan"})


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("please show", ("show",)),
        ("can you please show thank you", ("show",)),
        ("show or what please huh", ("show",)),
        ("huh show", ("huh", "show")),
        ("show please quests", ("show", "please", "quest")),
        ("please", ("please",)),
        ("my quiz", ("my", "quest")),
        ("look at it", ("show", "it")),
        ("look at all", ("show", "every")),
        ("look", ("look",)),
        ("show still quests", ("show", "quest")),
        ("furnaces", ("furnace",)),
        ("", ()),
    ],
)
def test_fillers_go_and_synonyms_become_one(text: str, forms: tuple[str, ...]) -> None:
    assert EAR.forms(text) == forms


def test_a_replaced_sequence_keeps_the_place_of_all_its_words() -> None:
    text = "hm look at it"
    show = EAR.heard(text)[1]
    assert (show.form, text[show.start : show.end]) == ("show", "look at")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("furnce", "furnace"),
        ("furnacee", "furnace"),
        ("furnave", "furnace"),
        ("funrace", "furnace"),
        ("furnace", "furnace"),
        ("frnce", "frnce"),
        ("ship", "ship"),
        ("sho", "sho"),
    ],
    ids=["missing", "added", "changed", "swapped", "known", "two slips", "another word", "short"],
)
def test_a_word_one_slip_away_is_taken_for_the_known_one(word: str, meant: str) -> None:
    assert Spelling(["furnace", "show"]).nearest(word) == meant


def test_of_two_words_one_slip_away_the_likelier_is_taken_and_always_the_same() -> None:
    assert {Spelling(["cart", "carts"]).nearest("cartz") for _ in range(3)} == {"cart"}


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        ("quests", "quest"),
        ("recommended", "recommend"),
        ("opening", "open"),
        ("boxes", "box"),
        ("glass", "glass"),
        ("this", "this"),
        ("bus", "bus"),
        ("red", "red"),
        ("is", "is"),
    ],
)
def test_one_ending_is_taken_off(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        pytest.param("请查看任务吧", "查看任务", id="written as fillers are"),
        pytest.param("青铜火把", "青铜火把", id="only sounding like them"),
    ],
)
def test_a_character_that_only_sounds_like_a_filler_belongs_to_a_word(
    text: str, heard: str
) -> None:
    ear = Ear(Hearing({}, frozenset({("~qin",)}), frozenset({("~ba",)}), frozenset("请吧")))
    tokens = ear.heard(text)
    assert text[tokens[0].start : tokens[-1].end] == heard
