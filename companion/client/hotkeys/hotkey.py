"""What a talk key is, and which of the platforms' ways of seeing it is ours."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, cast

from companion.client.hotkeys.keys import find_key
from companion.client.hotkeys.lease import OnChange
from companion.client.hotkeys.pad import PadHotkey
from companion.support.errors import CompanionError, Failure


class Hotkey(Protocol):
    """One key or button, seen globally. Owned by one thread; on macOS by the GUI thread.

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


@dataclass(frozen=True, slots=True)
class Standing:
    """How a key stands, where that is known only some time after `start`.

    Attributes:
        trigger: The keys that the desktop assigned, in its own words; empty when ours stands.
        limit: As `Hotkey.limit`.
    """

    trigger: str
    limit: str


class Purpose(Enum):
    """What a key is for; a desktop that assigns keys itself keeps one for each, by these ids."""

    TALK = "push-to-talk"
    OVERLAY = "overlay"


OnStanding = Callable[[Standing], None]
"""Told on any thread; must return at once."""

PLATFORMS: Mapping[str, str] = {
    "linux": "companion.client.hotkeys.linux:LinuxHotkey",
    "win32": "companion.client.hotkeys.windows:WindowsHotkey",
    "darwin": "companion.client.hotkeys.macos:MacHotkey",
}
"""`sys.platform` to the class that watches a key there; imported only on that platform."""


PADS: Mapping[str, str] = {
    "linux": "companion.client.hotkeys.pad_linux:LinuxPads",
    "win32": "companion.client.hotkeys.pad_windows:WindowsPads",
}
"""`sys.platform` to the class that reads gamepads there."""


def open_hotkey(
    key: str,
    on_change: OnChange,
    platform: str = sys.platform,
    on_standing: OnStanding = lambda standing: None,
    purpose: Purpose = Purpose.TALK,
) -> Hotkey:
    """Make the talk key of this platform; `start` begins to watch it.

    Args:
        key: A name of `keys.KEY_NAMES`, in any case, also with modifiers.
        on_change: Told of presses and releases, in turns, on the watching thread; must return
            at once.
        platform: As `sys.platform` has it.
        on_standing: Told when a desktop that is asked for the key has answered.
        purpose: What a desktop that is asked for the key is told of it.

    Raises:
        CompanionError: KEY_UNAVAILABLE: no such key, or no way to see keys on this platform.
    """
    wanted = find_key(key)
    if wanted.pad is not None:
        return PadHotkey(_named(PADS, platform, "%hotkey.no_gamepad%")(wanted.pad), on_change)
    make = cast("Callable[..., Hotkey]", _named(PLATFORMS, platform, "%hotkey.no_platform%"))
    hotkey = make(wanted, on_change)
    if hasattr(hotkey, "on_standing"):
        hotkey.on_standing = on_standing
    if hasattr(hotkey, "purpose"):
        hotkey.purpose = purpose
    return hotkey


def _named(registry: Mapping[str, str], platform: str, why: str) -> Any:
    if platform not in registry:
        raise CompanionError(Failure.KEY_UNAVAILABLE, why)
    module, name = registry[platform].split(":")
    return getattr(importlib.import_module(module), name)
