"""What a player did to a view: pages, categories, sections, collapsing."""

from __future__ import annotations

import pytest

from companion.cards.view_state import CardViewState
from companion.protocol.cards.builder import LocalAction


@pytest.mark.behaviour("CARD-048")
def test_each_category_keeps_its_page() -> None:
    state = CardViewState(page=2).in_category("loot").on_page(4).in_category("tag")

    assert (state.category, state.page) == ("tag", 0)
    assert (state.in_category("loot").page, state.in_category("").page) == (4, 2)


def test_selecting_the_category_that_is_seen_changes_nothing() -> None:
    state = CardViewState().in_category("loot").on_page(3)

    assert state.in_category("loot") == state


def test_a_section_and_a_card_go_back_to_how_they_were() -> None:
    state = CardViewState()

    assert state.toggling("a").toggled == {"a"}
    assert state.toggling("a").toggling("a") == state
    assert state.collapsing().collapsing() == state


@pytest.mark.behaviour("CARD-015")
@pytest.mark.parametrize("name", ["next_page", "back", "close", "repeat", "stop"])
def test_other_local_actions_are_not_about_the_view(name) -> None:
    assert CardViewState(page=1).after(LocalAction(name)) == CardViewState(page=1)
