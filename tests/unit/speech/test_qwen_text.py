from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.speech.tts.qwen_text import billed, pieces


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Hello.", 6),
        ("你好", 4),
        ("你好，world！", 4 + 1 + 5 + 1),
        ("ひらカナ한글", 6),
        ("𠮷", 2),
        ("😀", 1),
        ("中" * 92 + "," * 11, 195),
    ],
)
def test_a_han_ideograph_counts_twice(text: str, count: int) -> None:
    assert billed(text) == count


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("", 10, ()),
        ("  ", 10, ()),
        ("Short.", 10, ("Short.",)),
        ("One. Two. Three.", 10, ("One. Two.", "Three.")),
        ("Version 1.25 is out now", 12, ("Version 1.25", "is out now")),
        ("第一句。第二句！第三句", 16, ("第一句。第二句！", "第三句")),
        ("他说：“好。”然后走了", 12, ("他说：“好。”", "然后走了")),
        ("one, two and three", 9, ("one, two", "and three")),
        ("abcdefghij", 4, ("abcd", "efgh", "ij")),
        ("中中中", 1, ("中", "中", "中")),
    ],
)
def test_texts_are_cut_where_a_reader_would_pause(
    text: str, limit: int, expected: tuple[str, ...]
) -> None:
    assert pieces(text, limit) == expected


@given(st.text(st.sampled_from("ab 中。，.\n😀"), max_size=200), st.integers(2, 40))
def test_no_piece_is_too_long_and_no_word_is_lost(text: str, limit: int) -> None:
    cut = pieces(text, limit)
    assert [piece for piece in cut if billed(piece) > limit or not piece.strip()] == []
    assert "".join("".join(cut).split()) == "".join(text.split())
