"""Whether a window can be opened here, found out before Qt tries: it would end the process."""

from __future__ import annotations

import ctypes
import os
import sys
import threading

from companion.language.translations import Translations
from companion.support.errors import CompanionError, Failure

ANSWER_DEADLINE_S = 5.0
"""An X server that takes longer to answer hangs, or is on a computer that is not there."""
_FAULTS = {1: "cannot connect to display", 5: "no such display", 6: "no such screen on display"}
"""Of `xcb_connection_has_error`, see xcb.h."""


def check_screen() -> None:
    """See whether Qt will find a screen and what it needs to draw on it.

    Raises:
        CompanionError: NO_SCREEN or LIBRARY_MISSING, with what is missing.
    """
    if not sys.platform.startswith("linux"):
        return
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if platform not in ("", "xcb"):
        return
    if not os.environ.get("DISPLAY"):
        if not platform and os.environ.get("WAYLAND_DISPLAY"):
            return
        raise CompanionError(Failure.NO_SCREEN, "DISPLAY is not set")
    if not _has_library("libxcb-cursor.so.0"):
        raise CompanionError(Failure.LIBRARY_MISSING, "libxcb-cursor0")
    if problem := _display_problem():
        raise CompanionError(Failure.NO_SCREEN, problem)


def sentence(error: CompanionError, texts: Translations) -> str:
    """What the player reads; for a screen with the cause behind it, as systems name it."""
    words = texts.text(f"failure.{error.failure}", detail=error.detail)
    return f"{words} ({error.detail})" if error.failure is Failure.NO_SCREEN else words


def _display_problem() -> str:
    """Why the X server cannot be reached; asked on a thread that nobody waits for too long."""
    found: list[str] = []
    asking = threading.Thread(target=lambda: found.append(_asked()), name="screen", daemon=True)
    asking.start()
    asking.join(ANSWER_DEADLINE_S)
    return found[0] if found else f"no answer from {os.environ.get('DISPLAY', '')}"


def _asked() -> str:
    """Connect as Qt will, by the library that Qt uses: nothing has to be imported for it."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return str(error)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connection_has_error.argtypes = (ctypes.c_void_p,)
    xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(os.environ.get("DISPLAY", "").encode(), None)
    fault = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return (
        f"{_FAULTS.get(fault, f'error {fault}')} {os.environ.get('DISPLAY', '')}" if fault else ""
    )


def _has_library(name: str) -> bool:
    """Whether the system's loader finds a library; Qt would load it next."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
