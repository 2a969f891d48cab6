"""Spoken places."""

from __future__ import annotations

import pytest

from companion.language.numbers import LAST, Place, chinese_number, ordinal, place


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the second one", 2),
        ("The Second One.", 2),
        ("second", 2),
        ("open the third", 3),
        ("show me the first quest", 1),
        ("the 2nd one", 2),
        ("the twenty-first one", 21),
        ("thirtieth", 30),
        ("one hundred fifth", 105),
        ("the forth one", 4),
        ("number 3", 3),
        ("number three please", 3),
        ("number to", 2),
        ("number ate", 8),
        ("quest four", 4),
        ("#7", 7),
        ("12", 12),
        ("twelve", 12),
        ("forty two", 42),
        ("one hundred", 100),
        ("two hundred and six", 206),
        ("last", LAST),
        ("the last one", LAST),
        ("第二个", 2),
        ("第 12 个", 12),
        ("第２个", 2),
        ("第十个", 10),
        ("第二十三条", 23),
        ("第一百零五项", 105),
        ("打开第三个任务", 3),
        ("请打开第两个吧", 2),
        ("選第四個", 4),
        ("低二个", 2),
        ("二号", 2),
        ("五", 5),
        ("最后一个", LAST),
        ("倒数第一个", LAST),
    ],
)
def test_a_place_is_understood(text: str, expected: int) -> None:
    assert ordinal(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "...",
        "two more furnaces",
        "the one",
        "to",
        "for",
        "one of them",
        "the two",
        "last page",
        "open the last number twice",
        "number last",
        "zero",
        "0",
        "0th",
        "number 0",
        "1234",
        "the 12 34th one",
        "one first",
        "furnace second",
        "one hundred furnaces",
        "twenty eleven",
        "一个",
        "两个",
        "第二页",
        "第零个",
        "零",
        "第二章有什么",
        "怎么完成第二个",
        "一二三四",
        "百十个",
    ],
)
def test_other_words_are_no_place(text: str) -> None:
    assert ordinal(text) is None


def test_counting_on_the_page_differs_from_a_number() -> None:
    assert place("the sixth one") == Place(6, counted=True)
    assert place("number six") == Place(6, counted=False)
    assert place("第六个") == Place(6, counted=True)
    assert place("六号") == Place(6, counted=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", 12),
        ("1234", None),
        ("一二", 12),
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("三百", 300),
        ("一百零五", 105),
        ("一百二十三", 123),
        ("两百", 200),
        ("一一一一", None),
        ("二二十", None),
        ("5十", None),
    ],
)
def test_chinese_numbers(text: str, expected: int | None) -> None:
    assert chinese_number(text) == expected
