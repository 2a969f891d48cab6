"""What a talk key is, and which of the platforms' ways of seeing it is ours."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from companion.client.hotkeys.keys import Key, find_key
from companion.client.hotkeys.lease import OnChange
from companion.support.errors import CompanionError, Failure


class Hotkey(Protocol):
    """One key, seen globally. Owned by one thread; on macOS by the GUI thread.

    Attributes:
        limit: Key of a sentence that says when the key is not seen, or "" when it always is;
            known after `start`.
    """

    limit: str

    def start(self) -> None:
        """Begin to watch.

        Raises:
            CompanionError: KEY_UNAVAILABLE; the detail says why, as a `%key%` of the texts.
        """
        ...

    def stop(self) -> None:
        """End watching; a held key is reported as released. Safe to call twice."""
        ...


PLATFORMS: Mapping[str, str] = {
    "linux": "companion.client.hotkeys.x11:X11Hotkey",
    "win32": "companion.client.hotkeys.windows:WindowsHotkey",
    "darwin": "companion.client.hotkeys.macos:MacHotkey",
}
"""`sys.platform` to the class that watches a key there; imported only on that platform."""


def open_hotkey(key: str, on_change: OnChange, platform: str = sys.platform) -> Hotkey:
    """Make the talk key of this platform; `start` begins to watch it.

    Args:
        key: A name of `keys.KEY_NAMES`, in any case.
        on_change: Told of presses and releases, in turns, on the watching thread; must return
            at once.
        platform: As `sys.platform` has it.

    Raises:
        CompanionError: KEY_UNAVAILABLE: no such key, or no way to see keys on this platform.
    """
    wanted = find_key(key)
    if platform not in PLATFORMS:
        raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_platform%")
    module, name = PLATFORMS[platform].split(":")
    make = cast("Callable[[Key, OnChange], Hotkey]", getattr(importlib.import_module(module), name))
    return make(wanted, on_change)
