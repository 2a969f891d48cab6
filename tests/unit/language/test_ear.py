"""Text made for the ear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.ear import MOST_CHARACTERS, for_the_ear, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("§aStone&r &lAge", "Stone Age"),
        ("**Bold** and _thin_ `code`", "Bold and thin code"),
        ("# Title", "Title"),
        ("- one\n* two\n> three", "one\ntwo\nthree"),
        ("one\n---\ntwo", "one\ntwo"),
        ("see [the wiki](https://a.b/c_(d)) now", "see the wiki now"),
        ("![a tree](x.png)", "a tree"),
        ("go to https://example.org/a?b=1 and look", "go to and look"),
        ("minecraft:iron_ingot", "iron ingot"),
        ("64x Iron, x3", "64 Iron, 3"),
        ("a 3 x 3 square", "a 3 x 3 square"),
        ("5x more, 2x as fast", "5 times more, 2 times as fast"),
        ("#forge:ingots/iron", "iron"),
        ("take `create:brass_ingot`.", "take brass ingot."),
        ("snake_case_name", "snake case name"),
        ("3x furnace", "3 furnace"),
        ("furnace x3", "furnace 3"),
        ("64× stone", "64 stone"),
        ("2x4 blocks", "2x4 blocks"),
        ("salt & pepper", "salt and pepper"),
        ("50% done", "50 percent done"),
        ("iron + coal", "iron plus coal"),
        ("iron → steel", "iron to steel"),
        ("oak / birch", "oak or birch"),
        ("~5 blocks", "about 5 blocks"),
        ("well done 🎉👍🏽!", "well done!"),
        ("[Read] {this} <b>now</b>", "Read this b now /b"),
        ("a {image:x:y.png width:3} b", "a b"),
        ("{open_url:https://a.b text:the page}", "the page"),
        ("{@pagebreak}", ""),
        ("at 12:30", "at 12:30"),
        ("note: careful", "note: careful"),
        ("", ""),
    ],
)
def test_what_is_for_the_eye_is_taken_out(text: str, expected: str) -> None:
    assert for_the_ear(text, "en") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("铁 & 煤", "铁和煤"),
        ("铁 → 钢", "铁到钢"),
        ("约~5格", "约大约5格"),
        ("【提示】看 https://x.cn/看 吧", "提示 看 吧"),
        ("拿 `minecraft:iron_ingot` 来", "拿 iron ingot 来"),
        ("完成 50%", "完成 百分之50"),
    ],
)
def test_symbols_are_said_in_chinese(text: str, expected: str) -> None:
    assert for_the_ear(text, "zh") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ("One.", "Two!", "Three?")),
        ("“AE2 Everywhere!” asks for two. Go.", ("“AE2 Everywhere!” asks for two.", "Go.")),
        ("“Run!” He ran.", ("“Run!”", "He ran.")),
        ("Use wood, e.g. oak. Then go.", ("Use wood, e.g. oak.", "Then go.")),
        ("It takes 1.5 s. Wait.", ("It takes 1.5 s.", "Wait.")),
        ("Ask Mr. Smith. Now.", ("Ask Mr. Smith.", "Now.")),
        ("Iron, coal etc.", ("Iron, coal etc.",)),
        ("J. Smith came.", ("J. Smith came.",)),
        ("So do I. Good.", ("So do I.", "Good.")),
        ('He said "go." Then left.', ('He said "go."', "Then left.")),
        ("Well... yes", ("Well...", "yes")),
        ("one\n\ntwo", ("one", "two")),
        ("Really?! Yes.", ("Really?!", "Yes.")),
        ("1. Stone Age", ("1. Stone Age",)),
        ("See https://a.b/c. Go.", ("See.", "Go.")),
        (". Go.", ("Go.",)),
        ("no end", ("no end",)),
        ("🎉 ... !!!", ()),
        ("", ()),
    ],
)
def test_english_is_cut_into_sentences(text: str, expected: tuple[str, ...]) -> None:
    assert sentences(text, "en") == expected


def test_chinese_is_cut_into_sentences() -> None:
    found = sentences("你有三个任务。最快的是“石器时代”！还差 1.5 组。要打开吗？", "zh")

    assert found == ("你有三个任务。", "最快的是“石器时代”！", "还差 1.5 组。", "要打开吗？")


def test_a_title_that_ends_like_a_sentence_ends_none() -> None:
    assert sentences("“快跑！”需要一个。走", "zh") == ("“快跑！”需要一个。", "走")


@given(st.text(max_size=200), st.sampled_from(["en", "zh"]))
def test_no_sentence_is_ever_empty_or_mute(text: str, language: str) -> None:
    assert all(any(c.isalnum() for c in sentence) for sentence in sentences(text, language))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "piece",
    [" ", "\x0b", "\n", " \n", "[", "[a](", "(", "{image:", "a.", "www.", "1", "_ ", "- ", "a / "],
    ids=repr,
)
def test_of_a_strangers_text_of_any_length_the_beginning_is_cleaned(
    piece: str, language: str
) -> None:
    whole = (piece * (2 * MOST_CHARACTERS))[: 2 * MOST_CHARACTERS] + " behind."
    assert for_the_ear(whole, language) == for_the_ear(whole[:MOST_CHARACTERS], language)
