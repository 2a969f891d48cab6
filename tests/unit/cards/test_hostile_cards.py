"""Cards that are too large, too long or in circles stay usable."""

from __future__ import annotations

import msgspec
import pytest

from companion.cards.binding import MAX_CHARACTERS, MAX_LABEL_CHARACTERS
from companion.cards.view import BoundGrid, BoundItems, BoundText, Variant, walk
from companion.language.phrase import literal
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_query import ItemQueryOutput
from companion.protocol.cards.message import MessageOutput
from companion.protocol.cards.passages import Passage, QuestGuideOutput
from companion.protocol.cards.reward import RewardOutput
from tests.helpers import cards_make as make

LONG = "x" * (1 << 20)
MANY = tuple(ItemPreview(f"example:item_{n}", f"Item {n}") for n in range(10_000))


@pytest.mark.parametrize("variant", Variant)
def test_a_string_of_a_megabyte_is_cut_and_the_card_stands(variant: Variant) -> None:
    view = make.view_of(
        MessageOutput(literal(LONG), (literal(LONG), literal("next"))), variant=variant
    )

    assert view.fault == ""
    assert len(view.title) == MAX_LABEL_CHARACTERS
    assert max(len(line) for line in view.plain) <= MAX_CHARACTERS
    assert any("next" in line for line in view.plain)


def test_what_is_read_aloud_is_bounded_as_well() -> None:
    view = make.view_of(MessageOutput(literal("x"), (literal("A word. " * 100_000),)))

    assert sum(map(len, view.spoken)) < MAX_CHARACTERS


def test_ten_thousand_items_are_counted_and_not_drawn() -> None:
    view = make.view_of(RewardOutput(literal("Won"), items=MANY))

    items = next(node for node in walk(view.nodes) if isinstance(node, BoundItems))
    assert (len(items.groups[0].items), items.groups[0].more) == (60, 9_940)


@pytest.mark.behaviour("CARD-044", "ITEM-004")
def test_a_shelf_of_ten_thousand_items_has_the_cells_of_one_page() -> None:
    view = make.view_of(ItemQueryOutput("item", MANY), page=2)

    grid = next(node for node in walk(view.nodes) if isinstance(node, BoundGrid))
    assert (grid.columns, len(grid.cells), grid.pages) == (6, 18, 556)
    assert grid.cells[0].choice is not None
    assert grid.cells[0].choice.number == 37


def test_a_hundred_thousand_lines_are_not_laid_out() -> None:
    card = msgspec.structs.replace(make.narration(), paragraphs=("a",) * 100_000)

    text = [n for n in walk(make.view_of(card).nodes) if isinstance(n, BoundText)][-1]

    assert len(text.lines) == 400


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "file:///etc/passwd", "http://[", "", "ftp://example.org/x"],
)
def test_an_address_that_is_no_web_page_is_not_shown(address: str) -> None:
    view = make.view_of(QuestGuideOutput("q", (Passage("T", "text", "src", address),)))

    assert [line for line in view.plain if line.startswith("[1]")] == ["[1] T · src"]


@pytest.mark.parametrize(
    "outside", ["<b>x</b>", "{count}", "%button.close%", "\u202etxt", "a\x00b"]
)
def test_a_passage_is_quoted_as_it_is_written(outside: str) -> None:
    view = make.view_of(QuestGuideOutput("q", (Passage("T", f"now {outside}"),)))

    expected = outside.replace("\u202e", "").replace("\x00", "")
    assert f"now {expected}" in view.plain


@pytest.mark.parametrize(
    "name",
    [
        "很长的名字" * 60,
        "👩‍👩‍👧‍👦" * 40,
        "Donaudampfschifffahrt" * 40,
        "مرحبا بالعالم",
        "شكراً §cabc",
    ],
)
def test_names_of_any_script_and_length_are_labels(name: str) -> None:
    view = make.view_of(make.quest_list((name,)))

    assert view.fault == ""
    assert 0 < len(view.choices[0].label) <= MAX_LABEL_CHARACTERS
