"""The keys and buttons that can be held to talk, and what each platform calls them.

Lock keys are left out: they change a state when pressed, and some keyboards send no release.
To add a key: one line in `_OTHERS`; a gamepad's button: one line in `_PADS`.
"""

from __future__ import annotations

import difflib
import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.support.errors import CompanionError, Failure


class Modifier(enum.StrEnum):
    """What may have to be held together with a key, in the order in which it is written."""

    CTRL = "Ctrl"
    ALT = "Alt"
    SHIFT = "Shift"
    SUPER = "Super"


@dataclass(frozen=True, slots=True)
class Pad:
    """A button of a gamepad.

    Attributes:
        number: As the joystick interface of Linux numbers the buttons of an Xbox pad.
        mask: Its bit in XINPUT_GAMEPAD.wButtons.
    """

    number: int
    mask: int


@dataclass(frozen=True, slots=True)
class Key:
    """One key or button, alone or with modifiers.

    Attributes:
        name: What settings and window call it, such as `F8` or `Ctrl+F8`.
        x11: Name of its keysym; empty when it is no key of the keyboard.
        windows: Virtual-key code; None: Windows has none for it.
        macos: Virtual key code (position on an ANSI keyboard); None: no such key there.
        button: Number of a mouse button in X11; None for a key.
        pad: Button of a gamepad; None for a key.
        modifiers: What must be down when the key goes down; it may go up before the key.
    """

    name: str
    x11: str
    windows: int | None
    macos: int | None
    button: int | None = None
    pad: Pad | None = None
    modifiers: tuple[Modifier, ...] = ()


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
    Key("Mouse4", "", 0x05, None, button=8),  # back; X11 counts the wheel's ways as 4 to 7
    Key("Mouse5", "", 0x06, None, button=9),  # forward
)
_PADS = (
    *(("PadA", Pad(0, 0x1000)), ("PadB", Pad(1, 0x2000)), ("PadX", Pad(2, 0x4000))),
    *(("PadY", Pad(3, 0x8000)), ("PadLB", Pad(4, 0x0100)), ("PadRB", Pad(5, 0x0200))),
    *(("PadBack", Pad(6, 0x0020)), ("PadStart", Pad(7, 0x0010))),
    *(("PadLS", Pad(9, 0x0040)), ("PadRS", Pad(10, 0x0080))),
)
_MODIFIERS = {modifier.casefold(): modifier for modifier in Modifier} | {
    "control": Modifier.CTRL,
    "win": Modifier.SUPER,
    "cmd": Modifier.SUPER,
    "meta": Modifier.SUPER,
}


def find_key(name: str) -> Key:
    """Look a key up by name, in any case; `Ctrl+F8` is a key with a modifier.

    Raises:
        CompanionError: KEY_UNAVAILABLE; the detail names the nearest key that exists.
    """
    *held, last = name.split("+")
    key = _find_one(last, name)
    modifiers = tuple(
        sorted({_find_modifier(word, name) for word in held}, key=list(Modifier).index)
    )
    if not modifiers:
        return key
    if key.pad is not None or key.button is not None:
        raise CompanionError(Failure.KEY_UNAVAILABLE, f"{name}: %hotkey.no_chord%")
    return replace(key, name="+".join((*modifiers, key.name)), modifiers=modifiers)


def _find_modifier(word: str, name: str) -> Modifier:
    if modifier := _MODIFIERS.get(word.strip().casefold()):
        return modifier
    raise CompanionError(Failure.KEY_UNAVAILABLE, f"{name}: %hotkey.unknown_key%")


def _find_one(word: str, name: str) -> Key:
    if key := _KEYS.get(word.strip().casefold()):
        return key
    near = difflib.get_close_matches(word.strip().casefold(), _KEYS, n=1)
    hint = f" ({_KEYS[near[0]].name}?)" if near else ""
    raise CompanionError(Failure.KEY_UNAVAILABLE, f"{name}{hint}: %hotkey.unknown_key%")


def _function_key(number: int) -> Key:
    macos = _MAC_FUNCTION[number - 1] if number <= len(_MAC_FUNCTION) else None
    return Key(f"F{number}", f"F{number}", 0x6F + number, macos)


def _all_keys() -> Mapping[str, Key]:
    functions = [_function_key(number) for number in range(1, 25)]
    letters = [Key(c, c.lower(), ord(c), code) for c, code in _MAC_LETTERS.items()]
    pads = [Key(name, "", None, None, pad=pad) for name, pad in _PADS]
    return {key.name.casefold(): key for key in (*functions, *letters, *_OTHERS, *pads)}


_KEYS = _all_keys()
KEY_NAMES = tuple(key.name for key in _KEYS.values())
"""Every name that the setting `talk_key` takes, in the order a list shows them."""
