"""Which way answers reach the player during the game, and why not another. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.client.state import Health, Part
from companion.support.errors import Failure
from companion.support.settings import OverlayRoute

PART = "overlay"


@dataclass(frozen=True, slots=True)
class Sight:
    """What is known of the desktop.

    Attributes:
        is_exclusive: A game has the screen for itself: nothing is seen over it.
        is_wayland: The desktop decides what stays above a fullscreen game.
        screens: How many there are.
        refused: Why the game did not show the last line.
        key_limit: Why no key hides the overlay; empty for none.
    """

    is_exclusive: bool = False
    is_wayland: bool = False
    screens: int = 1
    refused: Failure | None = None
    key_limit: str = ""


def route(chosen: OverlayRoute, sight: Sight) -> OverlayRoute:
    """The way that is tried; where the overlay cannot be seen, that is the game itself."""
    if chosen is OverlayRoute.OVERLAY and sight.is_exclusive:
        return OverlayRoute.GAME
    return chosen


def account(chosen: OverlayRoute, sight: Sight) -> Part:
    """The way that answers really take, for the status line, with the reason where it is another.

    What the game refused is spoken, and stands in the window.
    """
    tried = route(chosen, sight)
    refused = sight.refused if tried is OverlayRoute.GAME else None
    limit = _limit(chosen, sight) or sight.key_limit
    really = OverlayRoute.VOICE if refused else tried
    health = Health.LIMITED if limit or refused else Health.READY
    return Part(PART, health, really.value, refused, "" if refused else limit)


def _limit(chosen: OverlayRoute, sight: Sight) -> str:
    """Key of the sentence that says why the chosen way may not do; empty when it does."""
    if chosen is OverlayRoute.OVERLAY and sight.is_exclusive:
        return "overlay.exclusive"
    if chosen is OverlayRoute.OVERLAY and sight.is_wayland:
        return "overlay.wayland"
    if chosen is OverlayRoute.SECOND_SCREEN and sight.screens < 2:
        return "overlay.one_screen"
    return ""
