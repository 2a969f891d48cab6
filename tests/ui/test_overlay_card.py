"""The overlay's card is shown in place, keeps its scroll, and has its buttons always in sight."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.samples import samples
from companion.client.state import ClientState, LiveCard
from companion.protocol.cards.quest_detail import QuestOutput
from companion.ui.application import wear
from companion.ui.look import Look, default_look
from companion.ui.overlay import Overlay
from companion.ui.overlay_card import OverlayCard
from companion.ui.overlay_place import WIDTH_PX, Area, overlay_width, tallest_card
from tests.helpers import ui_states as states
from tests.helpers.ui_look import find, rows, texts

CLAIMABLE = next(s.data for s in samples("en_us") if s.name == "quest_detail_claimable")
assert isinstance(CLAIMABLE, QuestOutput)
LONG = msgspec.structs.replace(CLAIMABLE, tasks=CLAIMABLE.tasks * 8)
DOWN_PX = 40
WAIT_MS = 60_000


def over(card: LiveCard, *others: LiveCard) -> ClientState:
    """A card in front over the game."""
    return replace(states.over_the_game(), cards=(*others, card), front=card.ref)


def card_of(overlay: Overlay) -> OverlayCard:
    """The card that is shown."""
    [shown] = [card for card in overlay.findChildren(OverlayCard) if not card.isHidden()]
    return shown


def bar_of(overlay: Overlay) -> tuple[int, int]:
    """Where the card is scrolled to, and how far it could be."""
    bar = card_of(overlay).findChild(QScrollArea).verticalScrollBar()
    return bar.value(), bar.maximum()


def scroll(overlay: Overlay, top: int) -> None:
    """Scroll the card as the wheel does."""
    card_of(overlay).findChild(QScrollArea).verticalScrollBar().setValue(top)


@pytest.mark.behaviour("CARD-044")
def test_turning_a_page_keeps_the_widgets_of_the_card(overlay: Overlay) -> None:
    card = states.live(1, states.quest_list(12))
    overlay.show_state(over(card))
    drawn, parts = card_of(overlay), set(overlay.findChildren(QWidget))
    before = rows(overlay)
    overlay.show_state(over(replace(card, view=card.view.on_page(1))))

    assert rows(overlay) != before
    assert card_of(overlay) is drawn
    assert set(overlay.findChildren(QWidget)) == parts


def test_a_replaced_card_stays_where_it_was_scrolled_to(overlay: Overlay, qtbot: QtBot) -> None:
    overlay.show_state(over(states.live(1, LONG)))
    qtbot.waitUntil(lambda: bar_of(overlay)[1] > DOWN_PX, timeout=WAIT_MS)
    scroll(overlay, DOWN_PX)
    drawn = card_of(overlay)
    changed = msgspec.structs.replace(LONG, line=states.literal("2 of 3 goals done"))
    overlay.show_state(over(replace(states.live(1, changed), ref=states.ref(1, 1))))

    qtbot.waitUntil(lambda: bar_of(overlay)[0] == DOWN_PX, timeout=WAIT_MS)
    assert "2 of 3 goals done" in texts(overlay)
    assert card_of(overlay) is drawn


def test_going_back_finds_the_card_where_it_was_left(overlay: Overlay, qtbot: QtBot) -> None:
    long, other = states.live(1, LONG), states.live(2, states.quest())
    overlay.show_state(over(long))
    qtbot.waitUntil(lambda: bar_of(overlay)[1] > DOWN_PX, timeout=WAIT_MS)
    scroll(overlay, DOWN_PX)
    overlay.show_state(over(other, long))
    beginning = bar_of(overlay)[0]
    overlay.show_state(over(long, other))

    qtbot.waitUntil(lambda: bar_of(overlay)[0] == DOWN_PX, timeout=WAIT_MS)
    assert beginning == 0


def test_buttons_stay_in_sight_below_a_long_card(overlay: Overlay, qtbot: QtBot) -> None:
    overlay.show_state(over(states.live(1, LONG)))
    qtbot.waitUntil(lambda: bar_of(overlay)[1] > DOWN_PX, timeout=WAIT_MS)
    close = find(overlay, "button:close")
    place = close.mapTo(overlay, close.rect().bottomRight())

    assert overlay.rect().contains(place)
    assert close.visibleRegion().boundingRect() == close.rect()


def test_larger_text_takes_a_larger_overlay_at_once(
    overlay: Overlay, qtbot: QtBot, qapp: QApplication
) -> None:
    overlay.show_state(over(states.live(1, states.quest())))
    area = card_of(overlay).findChild(QScrollArea)
    before = area.height()
    try:
        wear(qapp, Look(default_look().theme, 2.0))
        qtbot.waitUntil(lambda: area.height() > before, timeout=WAIT_MS)
        qtbot.waitUntil(
            lambda: len(overlay.findChildren(QWidget, "button:close")) == 1, timeout=WAIT_MS
        )
        foot = find(overlay, "button:close")
        qtbot.waitUntil(lambda: foot.visibleRegion().boundingRect() == foot.rect(), timeout=WAIT_MS)
    finally:
        wear(qapp, default_look())


def test_the_overlay_is_no_taller_than_what_it_shows(overlay: Overlay) -> None:
    tall, low = states.live(1, LONG), states.live(2, states.selection())
    overlay.show_state(over(tall))
    overlay.show_state(over(low, tall))
    panels = [panel for panel in overlay._panels() if not panel.isHidden()]

    assert overlay.height() == panels[-1].geometry().bottom() + 1


def test_a_list_that_scrolls_leaves_no_gaps(overlay: Overlay, qtbot: QtBot) -> None:
    many = states.live(1, states.quest_list(12))
    overlay.show_state(over(many))
    body = card_of(overlay).findChild(QScrollArea).widget()
    qtbot.waitUntil(lambda: bar_of(overlay)[1] > 0, timeout=WAIT_MS)

    assert body.height() == body.heightForWidth(body.width())


@pytest.mark.parametrize(
    ("scale", "screen", "width", "tallest"),
    [
        pytest.param(1.0, (1920, 1080), WIDTH_PX, 560, id="the theme's own size"),
        pytest.param(0.8, (1920, 1080), WIDTH_PX, 560, id="smaller text keeps the room"),
        pytest.param(2.0, (1920, 1080), 700, 777, id="larger text gets more"),
        pytest.param(2.0, (1280, 720), 537, 518, id="the game stays in sight"),
        pytest.param(2.0, (640, 480), WIDTH_PX, 345, id="a small screen"),
    ],
)
def test_room_grows_with_the_text(
    scale: float, screen: tuple[int, int], width: int, tallest: int
) -> None:
    area = Area(0, 0, *screen)

    assert (overlay_width(scale, area), tallest_card(scale, area)) == (width, tallest)
