"""How like two texts are."""

from __future__ import annotations

import pytest

from companion.language.similarity import ACCENT, letters, likeness


@pytest.mark.parametrize(
    ("heard", "label", "language"),
    [
        ("Next Page.", "next page", "en"),
        ("Café", "cafe", "en"),
        ("下一夜", "下一页", "zh"),
        ("取笑", "取消", "zh"),
        ("零区獎勵", "领取奖励", "zh"),
        ("下一夜", "下一页", "en"),
    ],
)
def test_what_sounds_the_same_is_the_same(heard: str, label: str, language: str) -> None:
    assert likeness(heard, label, language) == 1.0


@pytest.mark.parametrize(
    ("heard", "label"), [("第山个", "第三个"), ("次石", "赤石"), ("亲", "青"), ("盆", "棚")]
)
def test_an_accent_costs_little(heard: str, label: str) -> None:
    assert likeness(heard, label, "zh") == ACCENT


def test_an_accent_is_not_seen_across_syllables() -> None:
    assert likeness("南瓜", "囊瓜", "zh") == ACCENT
    assert likeness("深安", "神高", "zh") < ACCENT


@pytest.mark.parametrize(("heard", "label"), [("", ""), ("", "close"), ("...", "..."), ("x", "y")])
def test_nothing_in_common_is_nothing(heard: str, label: str) -> None:
    assert likeness(heard, label, "en") == 0.0


def test_a_nearer_word_counts_more() -> None:
    near = likeness("stone edge", "Stone Age", "en")
    far = likeness("stone edge", "Shiny Things", "en")

    assert 0.0 < far < near < 1.0


def test_letters_keep_other_scripts() -> None:
    assert letters("¡Hola, Ñandú! 2×铁") == "holanandu2铁"
