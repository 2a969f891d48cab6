"""Cutting sentences of both languages into comparable forms."""

from __future__ import annotations

import pytest

from companion.language.tokens import forms, language_of, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Show MY quests!", ("show", "my", "quests")),
        ("What's next?", ("what", "next")),
        ("I’m lost", ("i", "lost")),
        ("don't", ("don't",)),
        ("查看任务。", ("~ca", "~kan", "~ren", "~wu")),
        ("打开Stone Age", ("~da", "~kai", "stone", "age")),
        ("第2个", ("~di", "2", "~ge")),
        ("Ünïcode ÉTÉ", ("ünïcode", "été")),
        ("啊 a", ("~a", "a")),
        ("  ?! ", ()),
        ("", ()),
    ],
)
def test_a_sentence_becomes_forms(text: str, expected: tuple[str, ...]) -> None:
    assert forms(text) == expected


@pytest.mark.parametrize(
    ("heard", "meant"),
    [("茶看人物", "查看任务"), ("石器时代", "十七实代"), ("令", "林"), ("生", "森")],
    ids=["same sound", "same sound, another word", "ling and lin", "sheng and sen"],
)
def test_characters_of_one_sound_are_one_form(heard: str, meant: str) -> None:
    assert forms(heard) == forms(meant)


def test_places_give_back_the_words_as_written() -> None:
    text = "how do I get Iron  Ingot, 快"
    assert [text[t.start : t.end] for t in tokens(text)] == text.replace(",", "").split()


@pytest.mark.parametrize(("text", "language"), [("quests", "en"), ("查 quests", "zh"), ("", "en")])
def test_one_chinese_character_makes_a_text_chinese(text: str, language: str) -> None:
    assert language_of(text) == language


def test_signs_without_a_reading_stand_for_themselves() -> None:
    assert [(t.form, t.start, t.end) for t in tokens("一䷠䷥")] == [
        ("~yi", 0, 1),
        ("~䷠", 1, 2),
        ("~䷥", 2, 3),
    ]
