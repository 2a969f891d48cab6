"""The keys that can be held to talk, and what each platform calls them.

Lock keys are left out: they change a state when pressed, and some keyboards send no release.
To add a key: one line in `_OTHERS`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from companion.support.errors import CompanionError, Failure


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    Attributes:
        name: What settings and window call it.
        x11: Name of its keysym.
        windows: Virtual-key code.
        macos: Virtual key code (position on an ANSI keyboard); None: no such key there.
    """

    name: str
    x11: str
    windows: int
    macos: int | None


_MAC_FUNCTION = (
    *(0x7A, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6D),  # F1 to F10
    *(0x67, 0x6F, 0x69, 0x6B, 0x71, 0x6A, 0x40, 0x4F, 0x50, 0x5A),  # F11 to F20
)
_MAC_LETTERS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (
            *(0x00, 0x0B, 0x08, 0x02, 0x0E, 0x03, 0x05, 0x04, 0x22, 0x26, 0x28, 0x25, 0x2E),
            *(0x2D, 0x1F, 0x23, 0x0C, 0x0F, 0x01, 0x11, 0x20, 0x09, 0x0D, 0x07, 0x10, 0x06),
        ),
        strict=True,
    )
)
_OTHERS = (
    Key("Insert", "Insert", 0x2D, None),
    Key("Home", "Home", 0x24, 0x73),
    Key("End", "End", 0x23, 0x77),
    Key("PageUp", "Page_Up", 0x21, 0x74),
    Key("PageDown", "Page_Down", 0x22, 0x79),
    Key("Pause", "Pause", 0x13, None),
    Key("RightCtrl", "Control_R", 0xA3, None),  # Carbon has no hot keys of modifiers alone
)


def find_key(name: str) -> Key:
    """Look a key up by name, in any case.

    Raises:
        CompanionError: KEY_UNAVAILABLE; the detail names the nearest key that exists.
    """
    if key := _KEYS.get(name.strip().casefold()):
        return key
    near = difflib.get_close_matches(name.strip().casefold(), _KEYS, n=1)
    hint = f" ({_KEYS[near[0]].name}?)" if near else ""
    raise CompanionError(Failure.KEY_UNAVAILABLE, f"{name}{hint}: %hotkey.unknown_key%")


def _function_key(number: int) -> Key:
    macos = _MAC_FUNCTION[number - 1] if number <= len(_MAC_FUNCTION) else None
    return Key(f"F{number}", f"F{number}", 0x6F + number, macos)


def _all_keys() -> Mapping[str, Key]:
    functions = [_function_key(number) for number in range(1, 25)]
    letters = [Key(c, c.lower(), ord(c), code) for c, code in _MAC_LETTERS.items()]
    return {key.name.casefold(): key for key in (*functions, *letters, *_OTHERS)}


_KEYS = _all_keys()
KEY_NAMES = tuple(key.name for key in _KEYS.values())
"""Every name that the setting `talk_key` takes, in the order a list shows them."""
