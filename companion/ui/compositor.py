"""Whether translucent windows are translucent here."""

from __future__ import annotations

import logging

from PySide6.QtGui import QGuiApplication

logger = logging.getLogger(__name__)


def is_composited() -> bool:
    """Ask X11 who composes the screen; other platforms always do. Takes about 5 ms on X11.

    Without a compositor whatever is not painted is black, so panels have to be opaque.
    """
    if QGuiApplication.platformName() != "xcb":
        return True
    try:
        from Xlib.display import Display
        from Xlib.error import ConnectionClosedError, DisplayError
    except ImportError:
        return True
    try:
        display = Display()
    except (ConnectionClosedError, DisplayError, OSError) as error:
        logger.warning("could not ask for a compositor: %s", error)
        return True
    try:
        selection = display.intern_atom(f"_NET_WM_CM_S{display.get_default_screen()}")
        return bool(display.get_selection_owner(selection))
    finally:
        display.close()
