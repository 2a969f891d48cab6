"""Chinese as it sounds."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.language.pinyin import is_chinese, toneless, warm_up


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("下一页", "xia yi ye"),
        ("下一夜！", "xia yi ye"),
        ("領取獎勵", "ling qu jiang li"),
        ("打开 Stone Age 2", "da kai stone age 2"),
        ("snake_case", "snake case"),
        ("绿", "lv"),
        ("", ""),
        ("。，", ""),
    ],
)
def test_a_text_is_spelled_by_sound(text: str, expected: str) -> None:
    assert toneless(text) == expected


def test_chinese_is_told_from_other_scripts() -> None:
    assert is_chinese("OK 吗")
    assert not is_chinese("okay, ñ")


def test_the_dictionary_is_loaded_with_the_first_chinese_character_only() -> None:
    probe = (
        "import sys; from companion.language.pinyin import toneless, warm_up; toneless('next');"
        "early = 'pypinyin' in sys.modules; warm_up(); print(early, 'pypinyin' in sys.modules)"
    )

    answer = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)

    assert answer.stdout.split() == ["False", "True"], answer.stderr


def test_warming_up_twice_does_no_harm() -> None:
    warm_up()
    warm_up()

    assert toneless("一") == "yi"
