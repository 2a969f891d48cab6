"""The stand-in game: a full-screen window that tells, a line each, what it sees of focus and F8.

A program of its own (`python desktop_game_window.py`), so that it is another X client than ours.
Takes `grab` and `ungrab` on stdin: some games hold the keyboard for themselves.
"""

from __future__ import annotations

import select
import sys
from typing import Any

from Xlib import XK, X, Xatom, display
from Xlib.protocol.event import FocusIn, FocusOut, KeyPress, KeyRelease

GREEN = 0x14501E
_NAMES = {FocusIn: "focus in", FocusOut: "focus out", KeyPress: "F8 down", KeyRelease: "F8 up"}
_UNSEEN = {X.NotifyPointer, X.NotifyInferior}


def main() -> None:
    """Show the window until stdin ends."""
    connection = display.Display()
    screen = connection.screen()
    window = screen.root.create_window(
        *(0, 0, screen.width_in_pixels, screen.height_in_pixels, 0, screen.root_depth),
        background_pixel=GREEN,
        event_mask=X.KeyPressMask | X.KeyReleaseMask | X.FocusChangeMask,
    )
    window.set_wm_name("GAME")
    full = connection.intern_atom("_NET_WM_STATE_FULLSCREEN")
    window.change_property(connection.intern_atom("_NET_WM_STATE"), Xatom.ATOM, 32, [full])
    window.map()
    connection.flush()
    f8 = connection.keysym_to_keycode(XK.XK_F8)
    _say(f"window {window.id}")
    while True:
        while connection.pending_events():
            _tell(connection.next_event(), f8)
        ready, _, _ = select.select([connection.fileno(), sys.stdin], [], [])
        if sys.stdin in ready and not _obey(sys.stdin.readline().strip(), connection, window):
            return


def _tell(event: object, f8: int) -> None:
    if isinstance(event, FocusIn | FocusOut):
        # A grab of the keyboard also makes such events, but takes no focus from anyone.
        if event.detail in _UNSEEN or event.mode in (X.NotifyGrab, X.NotifyUngrab):
            return
    elif not isinstance(event, KeyPress | KeyRelease) or event.detail != f8:
        return
    _say(_NAMES[type(event)])


def _obey(order: str, connection: display.Display, window: Any) -> bool:
    if order == "grab":
        status = window.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        _say(f"grabbed {status}")
    elif order == "ungrab":
        connection.ungrab_keyboard(X.CurrentTime)
        connection.sync()
        _say("ungrabbed")
    return bool(order)


def _say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
