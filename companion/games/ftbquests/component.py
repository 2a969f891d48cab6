"""Minecraft's JSON text components to text with `§` codes; clicks and hovers are left out."""

from __future__ import annotations

import json
import re
from typing import Protocol

MAX_DEPTH = 32
"""Components inside components; the game stops at 512, nobody writes ten."""

_COLOURS = {
    "black": "§0",
    "dark_blue": "§1",
    "dark_green": "§2",
    "dark_aqua": "§3",
    "dark_red": "§4",
    "dark_purple": "§5",
    "gold": "§6",
    "gray": "§7",
    "dark_gray": "§8",
    "blue": "§9",
    "green": "§a",
    "aqua": "§b",
    "red": "§c",
    "light_purple": "§d",
    "yellow": "§e",
    "white": "§f",
}
_HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_STYLES = {"bold": "§l", "italic": "§o", "underlined": "§n", "strikethrough": "§m"}
_PLACE = re.compile(r"%(?:(\d{1,2})\$)?s|%%")

_CONTENTS = frozenset(
    {"text", "translate", "keybind", "extra", "score", "selector", "nbt", "object", "sprite"}
)


class Words(Protocol):
    """Where translations come from."""

    def translate(self, key: str) -> str | None:
        """The text of a key; None when nobody has it."""
        ...

    def missing(self, key: str) -> str:
        """What stands for a key that nobody has."""
        ...

    def key_on_keyboard(self, name: str) -> str:
        """How a key of the game's controls is spoken of."""
        ...


def read_component(text: str, words: Words) -> str | None:
    """The text of a component; None for what is no component and so means itself."""
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    if value in ({}, []) or not isinstance(value, dict | list):
        return None
    if isinstance(value, dict) and not _CONTENTS & value.keys():
        return None
    return _shown(value, words, 0)


def _shown(value: object, words: Words, depth: int) -> str:
    if depth > MAX_DEPTH or value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, list):
        return "".join(_shown(part, words, depth + 1) for part in value)
    if isinstance(value, dict):
        return _compound(value, words, depth)
    return ""


def _compound(value: dict[str, object], words: Words, depth: int) -> str:
    content = _content(value, words, depth) + _shown(value.get("extra"), words, depth + 1)
    style = _style(value)
    return f"{style}{content}§r" if style and content else content


def _content(value: dict[str, object], words: Words, depth: int) -> str:
    if "text" in value:
        return _shown(value["text"], words, depth + 1)
    key = value.get("translate")
    if isinstance(key, str):
        return _translated(key, value, words, depth)
    key = value.get("keybind")
    return _key_name(key, words) if isinstance(key, str) else ""


def _translated(key: str, value: dict[str, object], words: Words, depth: int) -> str:
    text = words.translate(key)
    if text is None:
        fallback = value.get("fallback")
        text = fallback if isinstance(fallback, str) else words.missing(key)
    given = value.get("with")
    arguments = [_shown(a, words, depth + 1) for a in given] if isinstance(given, list) else []
    following = iter(arguments)

    def place(match: re.Match[str]) -> str:
        if match[0] == "%%":
            return "%"
        if match[1]:
            number = int(match[1]) - 1
            return arguments[number] if 0 <= number < len(arguments) else ""
        return next(following, "")

    return _PLACE.sub(place, text)


def _key_name(key: str, words: Words) -> str:
    """What a key is called; which key a player has put it on is known to the game only."""
    name = words.translate(key) or key.rpartition(".")[2].replace("_", " ")
    return words.key_on_keyboard(name)


def _style(value: dict[str, object]) -> str:
    colour = value.get("color")
    code = ""
    if isinstance(colour, str):
        code = _COLOURS.get(colour, f"§{colour}" if _HEX_COLOUR.fullmatch(colour) else "")
    return code + "".join(style for name, style in _STYLES.items() if value.get(name) is True)
