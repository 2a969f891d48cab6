"""Where the overlay stands: values in, values out."""

from __future__ import annotations

from dataclasses import dataclass

MARGIN_PX = 24


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
