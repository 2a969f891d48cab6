"""Columns of a table: room for whole cells, then for whole words, and never more than there is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards.view import BoundHeader
from companion.ui.cards.column_widths import Wish, shared_widths, unbroken

SHAPES = {
    "all fits, the last one grows": ([(50, 20), (80, 20)], 200, [50, 150]),
    "a wide one that fits is not cut": ([(150, 20), (50, 20)], 200, [150, 50]),
    "cells wrap, words stay whole": ([(100, 90), (300, 60)], 200, [100, 100]),
    "only who can yields": ([(100, 100), (100, 40)], 150, [100, 50]),
    "words do not fit beside each other": ([(200, 200), (100, 100)], 150, [100, 50]),
    "one column": ([(500, 40)], 100, [100]),
    "none": ([], 100, []),
}


def heads(wishes, grow=()):
    return tuple(BoundHeader("", "left", place in grow) for place in range(len(wishes)))


@pytest.mark.parametrize(("wishes", "width", "widths"), SHAPES.values(), ids=SHAPES)
def test_columns_share_a_width(wishes, width, widths):
    assert shared_widths([Wish(*one) for one in wishes], heads(wishes), width) == widths


WISHES = st.lists(
    st.tuples(st.integers(1, 900), st.integers(1, 900)).map(lambda two: Wish(max(two), min(two))),
    min_size=1,
    max_size=6,
)


@given(WISHES, st.integers(80, 900))
def test_no_word_breaks_where_all_have_room_beside_each_other(wishes, width):
    widths = shared_widths(wishes, heads(wishes), width)
    if sum(one.least for one in wishes) <= width:
        bounds = [min(one.least, one.whole) for one in wishes]
        assert all(got >= least for got, least in zip(widths, bounds, strict=True))
        assert sum(widths) <= width


def test_what_is_left_goes_to_columns_that_grow():
    wishes = [Wish(50, 20), Wish(50, 20), Wish(50, 20)]
    assert shared_widths(wishes, heads(wishes, grow={0, 2}), 250) == [100, 50, 100]


def test_words_stay_whole_and_chinese_wraps_anywhere():
    assert unbroken("5,310 characters 字符 a字") == ["5,310", "characters"]
