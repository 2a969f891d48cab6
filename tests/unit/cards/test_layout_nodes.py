"""Rows, columns, sections, `if` and `each`: what holds other nodes."""

from __future__ import annotations

import pytest

from companion.cards.view import (
    BoundColumn,
    BoundSection,
    BoundSideBySide,
    BoundText,
    CardView,
    Variant,
)
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.protocol.cards.builder import LocalAction
from tests.helpers import cards_make as make

A = '{"type": "text", "text": "a"}'
B = '{"type": "text", "text": "b"}'
NONE = '{"type": "text", "text": "x", "needs": "subtitle"}'
SECTION = f'{{"type": "section", "id": "more", "title": "More of it", "nodes": [{A}]}}'


def texts(view: CardView) -> list[str]:
    assert view.fault == ""
    return list(view.plain)


def with_state(nodes: str, state: CardViewState) -> CardView:
    data = make.quest_detail()
    library = make.library_with("system:quest_detail", f'{{"nodes": [{nodes}]}}')
    return build_view(CardSource(make.REF, data, state), library, Variant.NOTIFICATION)


def test_a_row_holds_nodes_with_their_shares() -> None:
    view = make.laid_out(
        make.quest_detail(), f'{{"type": "row", "nodes": [{A}, {NONE}, {B}], "weights": [0, 1, 2]}}'
    )

    row = view.nodes[0]
    assert isinstance(row, BoundSideBySide)
    assert (len(row.children), row.weights) == (2, (0, 2))
    assert texts(view) == ["a", "b"]


def test_a_column_may_have_a_frame_and_one_of_nothing_is_left_out() -> None:
    nodes = f'{{"type": "column", "framed": true, "nodes": [{A}]}}'

    view = make.laid_out(make.quest_detail(), f'{nodes}, {{"type": "column", "nodes": [{NONE}]}}')

    assert [type(node) for node in view.nodes] == [BoundColumn]
    assert isinstance(view.nodes[0], BoundColumn)
    assert view.nodes[0].framed


@pytest.mark.behaviour("CARD-015")
def test_a_section_closes_and_opens_by_a_local_button() -> None:
    opened = with_state(SECTION, CardViewState()).nodes[0]
    closed = with_state(SECTION, CardViewState().toggling("more"))

    assert isinstance(opened, BoundSection)
    assert (opened.toggle.label, opened.toggle.action) == (
        "Hide “More of it”",
        LocalAction("toggle", "more"),
    )
    assert isinstance(closed.nodes[0], BoundSection)
    assert closed.nodes[0].children == ()
    assert closed.plain == ("More of it …",)
    assert closed.nodes[0].toggle in closed.buttons


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        ('"value": "title"', ["a"]),
        ('"value": "subtitle"', ["b"]),
        ('"value": "nobody"', ["b"]),
        ('"value": "state", "equals": "STARTED"', ["a"]),
        ('"value": "state", "equals": "DONE"', ["b"]),
        ('"value": "nobody", "equals": ""', ["b"]),
    ],
)
def test_a_value_decides_which_part_is_shown(condition: str, shown: list[str]) -> None:
    node = f'{{"type": "if", {condition}, "then": [{A}], "otherwise": [{B}]}}'

    assert texts(make.laid_out(make.quest_detail(), node)) == shown


@pytest.mark.behaviour("CARD-035")
def test_each_shows_its_nodes_for_every_entry_and_sees_the_card_as_well() -> None:
    nodes = '{"type": "text", "text": "{title}: {quest.number}. {quest.title} {quest.line}"}'
    each = f'{{"type": "each", "source": "quests", "entry": "quest", "nodes": [{nodes}]}}'

    view = make.laid_out(make.quest_list(("§aA", "B")), each)

    assert texts(view) == ["Open quests: 1. A 1 of 4 done", "Open quests: 2. B 1 of 4 done"]
    assert all(isinstance(node, BoundText) for node in view.nodes)


def test_each_over_nothing_shows_the_other_part() -> None:
    each = f'{{"type": "each", "source": "quests", "nodes": [{A}], "otherwise": [{B}]}}'

    assert texts(make.laid_out(make.quest_list(()), each)) == ["b"]


def test_lists_of_an_entry_can_be_bound_inside_each() -> None:
    each = (
        '{"type": "each", "source": "groups", "nodes": '
        '[{"type": "items", "source": "entry.items", "title": "{entry.title}"}]}'
    )

    assert texts(make.laid_out(make.quest_detail(), each))[:2] == ["Goals", "- 8 × Furnace (6/8)"]


@pytest.mark.parametrize(
    ("node", "fault"),
    [
        (f'{{"type": "row", "nodes": [{A}], "weights": [1, 1]}}', "2 weights for 1 nodes"),
        ('{"type": "each", "source": "q", "nodes": [{"type": "choices"}]}', "turns pages"),
        (
            '{"type": "section", "id": "a", "title": "t", "nodes": [{"type": "choices"}]}',
            "turns pages",
        ),
        ('{"type": "section", "id": "A b", "title": "t", "nodes": []}', "id"),
    ],
)
def test_what_cannot_hold_together_is_refused(node: str, fault: str) -> None:
    with pytest.raises(Exception, match=fault):
        make.laid_out(make.quest_detail(), node)


def test_two_lists_with_pages_may_stand_in_the_two_parts_of_a_choice() -> None:
    node = (
        '{"type": "if", "value": "quests", "then": [{"type": "quest_list", "source": "quests"}],'
        ' "otherwise": [{"type": "choices"}]}'
    )

    assert make.laid_out(make.quest_list(), node).pages == 2


@pytest.mark.behaviour("CARD-056")
def test_a_collapsed_card_keeps_its_title_and_how_it_was_seen() -> None:
    state = CardViewState(page=1)
    card = make.quest_list()
    library = make.library_with("system:quest_list", make.FIVE_A_PAGE)

    collapsed = build_view(CardSource(make.REF, card, state.collapsing()), library, Variant.FULL)
    again = build_view(
        CardSource(make.REF, card, state.collapsing().collapsing()), library, Variant.FULL
    )

    assert (collapsed.nodes, collapsed.plain, collapsed.collapsed) == ((), ("Open quests",), True)
    assert (again.page, again.collapsed) == (1, False)
    assert collapsed.collapse is not None
    assert collapsed.collapse.action == LocalAction("collapse")
