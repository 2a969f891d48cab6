"""Whether words are a label."""

from __future__ import annotations

import pytest

from companion.cards.agreement import agreement, is_same, readings


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        ("Next page.", ("Next page",)),
        ("Please close it, thanks.", ("Please close it, thanks", "close it")),
        ("okay", ("okay",)),
        ("请关闭一下", ("请关闭一下", "关闭")),
        ("下一页４", ("下一页",)),
        ("Stop. Stop.", ("Stop",)),
        ("Yes. No.", ("Yes. No",)),
        ("...", ()),
        ("", ()),
    ],
)
def test_manners_and_what_recognisers_add_are_seen_through(
    heard: str, expected: tuple[str, ...]
) -> None:
    assert readings(heard) == expected


@pytest.mark.parametrize(
    ("said", "wording"),
    [
        ("shop", "stop"),
        ("pack", "back"),
        ("next", "next page"),
        ("what should I do next", "next"),
        ("听", "停"),
        ("任务", "查看任务"),
        ("下一个", "下一页"),
        ("怎么完成石器时代", "石器时代"),
    ],
)
def test_other_words_do_not_agree(said: str, wording: str) -> None:
    assert agreement(said, wording, "en") == 0.0


@pytest.mark.parametrize(
    ("said", "wording"),
    [
        ("stone edge", "Stone Age"),
        ("previus page", "previous page"),
        ("深入下届", "深入下界"),
        ("反回", "返回"),
    ],
)
def test_misheard_words_agree(said: str, wording: str) -> None:
    assert 0.8 <= agreement(said, wording, "en") <= 1.0


def test_the_same_words_agree_fully() -> None:
    assert is_same("Read Aloud!", "read aloud")
    assert not is_same("...", "!!!")
    assert agreement("停", "停", "zh") == 1.0
