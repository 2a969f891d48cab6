"""Where the overlay stands: values in, values out."""

from __future__ import annotations

from dataclasses import dataclass

MARGIN_PX = 24
WIDTH_PX = 400
WIDEST_SHARE = 0.42
TALLEST_CARD_PX = 560
TALLEST_CARD_SHARE = 0.62
TALLEST_LARGE_SHARE = 0.72
"""Shares of the screen; the last one for text that is larger than the theme's own."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int


def placed(wanted: tuple[int, int], width: int, height: int, screen: Area) -> tuple[int, int]:
    """Left and top of the overlay on a screen.

    Args:
        wanted: What the player chose; negative coordinates let us choose the upper right corner.
        width: Of the overlay.
        height: Of the overlay.
        screen: What is free of panels.

    Returns:
        The wanted place, moved so far that all of it is seen; its top left corner where the
        screen is too small.
    """
    left, top = wanted
    if left < 0 or top < 0:
        left = screen.left + screen.width - width - MARGIN_PX
        top = screen.top + MARGIN_PX
    return (
        max(screen.left, min(left, screen.left + screen.width - width)),
        max(screen.top, min(top, screen.top + screen.height - height)),
    )


def overlay_width(scale: float, screen: Area) -> int:
    """Pixels: larger text gets more room, as far as the game is still seen beside it."""
    wanted = round(WIDTH_PX * max(1.0, 0.25 + 0.75 * scale))
    return max(WIDTH_PX, min(wanted, int(screen.width * WIDEST_SHARE)))


def tallest_card(scale: float, screen: Area) -> int:
    """Most pixels of a card; what is longer scrolls."""
    share = TALLEST_LARGE_SHARE if scale > 1.0 else TALLEST_CARD_SHARE
    return min(round(TALLEST_CARD_PX * max(1.0, scale)), int(screen.height * share))
