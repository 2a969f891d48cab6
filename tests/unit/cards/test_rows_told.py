"""Rows as lines of text, with names of any script and any length."""

from __future__ import annotations

import msgspec
import pytest

from companion.cards.library import load_library
from companion.cards.rows_told import aloud, row_line
from companion.cards.view import Variant
from companion.ui.card_pictures import sample_view
from tests.helpers import cards_make as make

HEBREW = "מסע אל הנתר"


@pytest.mark.parametrize("name", [HEBREW, "رحلة إلى الجحيم"], ids=["Hebrew", "Arabic"])
def test_a_name_from_right_to_left_keeps_its_number_in_front_and_its_state_behind(
    name: str,
) -> None:
    line = row_line("1. ", name, "6 of 8")

    assert line == f"\u200e1. {name}\u200e · 6 of 8"
    assert aloud(line) == f"1. {name}, 6 of 8"


def test_other_lines_are_as_they_are_written() -> None:
    assert row_line("2. ", "石器时代", "任务 6/8") == "2. 石器时代 · 任务 6/8"
    assert row_line("- ", "Stone Age") == "- Stone Age"


def test_a_title_without_end_is_a_label_in_every_variant() -> None:
    data = make.sample("quest_list")
    endless = msgspec.structs.replace(data.quests[0], title="x" * 1_000_000)
    odd = msgspec.structs.replace(data, quests=(endless, *data.quests[1:]))

    for variant in Variant:
        view = sample_view(odd, load_library("en_us"), variant)
        assert max(map(len, view.plain)) < 1_000
