"""Which windows a program shows, from the X server's own tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from Xlib import X, error

from tests.helpers.desktop_screen import Screen


@dataclass(frozen=True, slots=True)
class Shown:
    """A window that can be seen, in pixels of the screen.

    Attributes:
        free: Whether it goes around the window manager, as overlays do.
        order: Place in the stack of the screen; a higher one covers a lower one.
    """

    id: int
    left: int
    top: int
    width: int
    height: int
    free: bool
    order: int


def shown_by(screen: Screen, pid: int) -> tuple[Shown, ...]:
    """The windows of one process, lowest first."""
    connection = screen.connection
    atom = connection.intern_atom("_NET_WM_PID")
    root = connection.screen().root
    windows = (
        _shown(window, root, order, atom, pid)
        for order, child in enumerate(root.query_tree().children)
        for window in _family(child)
    )
    return tuple(filter(None, windows))


def order_of(screen: Screen, window_id: int) -> int:
    """Place of a window in the stack of the screen; -1 when it is not there."""
    for order, child in enumerate(screen.connection.screen().root.query_tree().children):
        if any(window.id == window_id for window in _family(child)):
            return order
    return -1


def _family(window: Any) -> Iterator[Any]:
    yield window
    try:
        children = window.query_tree().children
    except error.BadWindow:  # it went away while we looked
        return
    for child in children:
        yield from _family(child)


def _shown(window: Any, root: Any, order: int, atom: int, pid: int) -> Shown | None:
    try:
        owner = window.get_full_property(atom, X.AnyPropertyType)
        if owner is None or owner.value[0] != pid:
            return None
        attributes, size = window.get_attributes(), window.get_geometry()
        place = root.translate_coords(window, 0, 0)
    except (error.BadWindow, error.BadDrawable):
        return None
    if attributes.map_state != X.IsViewable:
        return None
    free = bool(attributes.override_redirect)
    return Shown(window.id, place.x, place.y, size.width, size.height, free, order)
