"""Which way answers take during the game: never one that nobody sees, and never in silence."""

from __future__ import annotations

import pytest

from companion.app.answer_route import Sight, account, route
from companion.client.state import Health
from companion.support.errors import Failure
from companion.support.settings import OverlayRoute

OVERLAY, SECOND, GAME, VOICE = (
    OverlayRoute.OVERLAY,
    OverlayRoute.SECOND_SCREEN,
    OverlayRoute.GAME,
    OverlayRoute.VOICE,
)
REFUSED = Failure.NOT_SHOWN_IN_GAME
ALONE = Sight(is_exclusive=True)

TOLD = {
    "nothing in the way": (OVERLAY, Sight(), "overlay", None, ""),
    "exclusive fullscreen": (OVERLAY, ALONE, "game", None, "overlay.exclusive"),
    "and no game to tell": (
        OVERLAY,
        Sight(is_exclusive=True, refused=REFUSED),
        "voice",
        REFUSED,
        "",
    ),
    "Wayland": (OVERLAY, Sight(is_wayland=True), "overlay", None, "overlay.wayland"),
    "one screen": (SECOND, Sight(), "second_screen", None, "overlay.one_screen"),
    "two screens": (SECOND, Sight(screens=2, is_wayland=True), "second_screen", None, ""),
    "the game": (GAME, Sight(is_wayland=True), "game", None, ""),
    "the game refuses": (GAME, Sight(refused=REFUSED), "voice", REFUSED, ""),
    "voice": (VOICE, Sight(is_exclusive=True, refused=REFUSED), "voice", None, ""),
    "no key": (VOICE, Sight(key_limit="overlay.no_key"), "voice", None, "overlay.no_key"),
    "refused before, not used now": (OVERLAY, Sight(refused=REFUSED), "overlay", None, ""),
}


@pytest.mark.parametrize(("chosen", "sight", "words", "reason", "detail"), TOLD.values(), ids=TOLD)
def test_the_status_line_names_the_way_that_is_used_and_why(chosen, sight, words, reason, detail):
    part = account(chosen, sight)
    assert (part.words, part.reason, part.detail) == (words, reason, detail)
    assert (part.health is Health.READY) == (not reason and not detail)


@pytest.mark.parametrize("chosen", [SECOND, GAME, VOICE])
def test_a_game_that_has_the_screen_for_itself_changes_no_way_but_the_overlay(chosen):
    assert route(chosen, ALONE) is chosen
    assert route(OVERLAY, ALONE) is GAME
