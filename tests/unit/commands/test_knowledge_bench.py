"""What the bench of knowledge asks about what is written nowhere."""

from __future__ import annotations

import random

import pytest

from companion.commands.bench.knowledge_absent import absent

TOLD = {
    "A furnace smelts iron and needs fuel.": "Iron furnace",
    "Iron bread for the hungry museum.": "Iron museum",
    "Fuel is coal.": "Fuel",
    "A dragon sleeps.": "Dragon",
    "末影珍珠很远": "末影珍珠",
    "末影箱子在家": "末影箱子",
}


def chosen(most: int) -> dict[str, str]:
    made = absent(TOLD, most, random.Random(1))
    assert len(made.left) + len(made.questions) == len(TOLD)
    return {TOLD[text]: text for text in TOLD if text not in made.left}


def test_a_title_is_absent_where_others_have_one_of_its_words_and_lack_another() -> None:
    assert set(chosen(99)) == {"Iron furnace", "Iron museum", "末影珍珠", "末影箱子"}


def test_what_is_left_out_is_what_the_questions_are_about() -> None:
    made = absent(TOLD, 99, random.Random(1))
    assert set(made.questions) == set(chosen(99))
    assert set(made.left) == {"Fuel is coal.", "A dragon sleeps."}


@pytest.mark.parametrize("most", [0, 1, 3])
def test_no_more_are_left_out_than_are_wanted(most: int) -> None:
    assert len(chosen(most)) == most
