"""Words written with other characters of the same sound are put right, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.homophones import GAME_WORDS, put_right


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("下一夜", "下一页"),
        ("零取将里", "领取奖励"),
        ("查看人物。", "查看任务。"),
        ("怎么合成砖石搞", "怎么合成钻石镐"),
        ("打开上店", "打开商店"),
        ("大概第二个", "打开第二个"),
        ("show 人物 please", "show 任务 please"),
    ],
)
def test_what_sounds_like_a_word_of_the_game_is_written_as_that(heard: str, meant: str) -> None:
    assert put_right(heard, GAME_WORDS) == meant


@pytest.mark.parametrize(
    "heard", ["打开第二个", "打开第三个", "今天天气很好", "show my quests", "", "页", "1234"]
)
def test_what_sounds_otherwise_stays(heard: str) -> None:
    assert put_right(heard, GAME_WORDS) == heard


def test_a_label_in_sight_goes_before_a_word_of_the_game() -> None:
    assert put_right("人物", ("人物", *GAME_WORDS)) == "人物"


def test_words_of_other_scripts_are_left_out() -> None:
    assert put_right("下一夜", ("Next page", "下一页2")) == "下一夜"


@given(st.text(alphabet="大概第下一夜页任务人物商店 abc。", max_size=30))
def test_it_changes_no_length_and_nothing_twice(text: str) -> None:
    once = put_right(text, GAME_WORDS)
    assert len(once) == len(text)
    assert put_right(once, GAME_WORDS) == once
