"""What a card does without the engine, and the sentence that tells of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cards.view import CardView, Variant
from companion.client.events import FrontClosed, PageTurned, WentBack
from companion.client.local_actions import CardMove, Moved, move
from companion.language.phrase import phrase
from tests.helpers.client_rig import show

REF = show().ref
VIEW = CardView(REF, Variant.NOTIFICATION, "Quests", (), (), (), (), 1, 3, (), tuple)


@pytest.mark.parametrize(
    ("name", "view", "moved"),
    [
        ("next_page", VIEW, Moved(phrase("client.page", page=3, pages=3), PageTurned(REF, 2))),
        ("previous_page", VIEW, Moved(phrase("client.page", page=1, pages=3), PageTurned(REF, 0))),
        ("next_page", replace(VIEW, page=2), Moved(phrase("client.page.last", pages=3))),
        ("previous_page", replace(VIEW, page=0), Moved(phrase("client.page.first"))),
        ("next_page", replace(VIEW, page=0, pages=1), Moved(phrase("client.page.only"))),
        ("close", VIEW, Moved(phrase("client.closed"), FrontClosed())),
        ("back", VIEW, Moved(phrase("client.back.none"))),
        ("back", None, Moved(phrase("client.nothing_open"))),
        ("close", None, Moved(phrase("client.nothing_open"))),
    ],
)
def test_a_local_action_moves_the_card_or_says_why_not(
    name: CardMove, view: CardView | None, moved: Moved
) -> None:
    assert move(name, view, None) == moved


def test_going_back_names_where_one_comes_to() -> None:
    moved = move("back", VIEW, "Open quests")
    assert moved == Moved(phrase("client.back", title="Open quests"), WentBack())
