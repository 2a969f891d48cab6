"""Numbers, units and times as they are read aloud."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.ear_counting import english_ordinal, in_chinese, in_english
from companion.language.ear_numbers import numbers_in_words
from companion.language.numbers import chinese_number, ordinal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You have 23 quests.", "You have twenty-three quests."),
        ("It costs 1,200 coins.", "It costs one thousand two hundred coins."),
        ("at 12:30", "at twelve thirty"),
        ("at 8:05", "at eight oh five"),
        ("at 08:00", "at eight o'clock"),
        ("in 1:02:03", "in one oh two and three seconds"),
        ("3.14 blocks", "three point one four blocks"),
        ("version 1.20.1", "version one point twenty point one"),
        ("3/8 done", "three of eight done"),
        ("2-4 blocks", "two to four blocks"),
        ("the 21st quest", "the twenty-first quest"),
        ("the 12th and 40th", "the twelfth and fortieth"),
        ("-5 degrees", "minus five degrees"),
        ("5 km and 1 kg", "five kilometres and one kilogram"),
        ("1h 20min", "one hour twenty minutes"),
        ("250 mB", "two hundred fifty millibuckets"),
        ("64 RF/t", "sixty-four R F per tick"),
        ("1.5k coins", "one thousand five hundred coins"),
        ("10k RF/t", "ten thousand R F per tick"),
        ("code 007", "code zero zero seven"),
        ("50 percent", "fifty percent"),
        ("at a 1:2 ratio", "at a one to two ratio"),
        ("32 eu/t", "thirty-two E U per tick"),
        ("no digits", "no digits"),
        ("a 3x3x3 cube", "a three by three by three cube"),
        ("a 3 x 3 square, 16×16.", "a three by three square, sixteen by sixteen."),
        ("v1.20.1", "version one point twenty point one"),
        ("version v2.5", "version two point five"),
        ("at 256A and 4,096A.", "at two hundred fifty-six amps and four thousand ninety-six amps."),
        ("1 tick, 20 ticks", "one tick, twenty ticks"),
        ("at 10800K", "at ten thousand eight hundred kelvin"),
        ("64K items", "sixty-four thousand items"),
    ],
)
def test_english_numbers_units_and_times(text: str, expected: str) -> None:
    assert numbers_in_words(text, "en") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你有23个任务。", "你有二十三个任务。"),
        ("需要12个", "需要十二个"),
        ("10005金币", "一万零五金币"),
        ("12:30开始", "十二点三十分开始"),
        ("8:05开始", "八点零五分开始"),
        ("8:00开始", "八点开始"),
        ("3.14格", "三点一四格"),
        ("1.20.1版", "一点二十点一版"),
        ("完成3/8", "完成八分之三"),
        ("2-4格", "二到四格"),
        ("2小时", "两小时"),
        ("还差2个熔炉和12个火把", "还差两个熔炉和十二个火把"),
        ("第2个任务", "第二个任务"),
        ("比例是1:4", "比例是一比四"),
        ("They have 10 Hearts as well.", "They have ten Hearts as well."),
        ("2 km", "两公里"),
        ("250mB的水", "二百五十毫桶的水"),
        ("百分之50", "百分之五十"),
        ("1.5k个", "一千五百个"),
        ("3x3x3的立方体", "三乘三乘三的立方体"),
        ("版本v1.20.1", "版本一点二十点一"),
        ("16A的电流", "十六安的电流"),
        ("每20 ticks", "每二十刻"),
    ],
)
def test_chinese_numbers_units_and_times(text: str, expected: str) -> None:
    assert numbers_in_words(text, "zh") == expected


@given(st.integers(1, 999))
def test_what_is_said_is_understood_again(value: int) -> None:
    digits = str(value)
    assert ordinal(f"number {in_english(digits)}".replace("-", " ")) == value
    assert chinese_number(in_chinese(digits)) == value
    assert ordinal(f"the {english_ordinal(digits)} one") in (value, None)


@given(st.text(max_size=60), st.sampled_from(["en", "zh"]))
def test_no_text_breaks_it_and_no_plain_digit_is_left(text: str, language: str) -> None:
    said = numbers_in_words(text, language)
    assert not any(character in "0123456789" for character in said)


@given(st.text(alphabet="0123456789.,:/-kKm %", max_size=40), st.sampled_from(["en", "zh"]))
def test_no_row_of_digits_and_marks_breaks_it(text: str, language: str) -> None:
    assert not any(c in "0123456789" for c in numbers_in_words(text, language))
