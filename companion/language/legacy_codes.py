"""Formatting codes of game texts: `§a`, `&a`, `&#RRGGBB`, `§x§R§R§G§G§B§B`.

Colours are ours, chosen to be readable on dark panels; `cards.theme.readable` fits them to other
grounds. `§` takes either case as the game does; `&` only lower case, as FTB Quests does, so that
"R&D" stays. `\\&` and `\\§` are the signs themselves. `§` and a letter without a meaning are not
shown, as in the game; what else is no known code stays in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text in one style.

    Attributes:
        text: Never empty.
        colour: `#rrggbb`, or empty for the reader's own ink.
    """

    text: str
    colour: str = ""
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    struck: bool = False


COLOURS = {
    "0": "#8a94a0",
    "1": "#7f9cff",
    "2": "#4fc05a",
    "3": "#3fbdbd",
    "4": "#f0625f",
    "5": "#d07be0",
    "6": "#ffb03a",
    "7": "#b4bcc6",
    "8": "#8f99a5",
    "9": "#8aa4ff",
    "a": "#6fe06f",
    "b": "#6fe3e3",
    "c": "#ff7d78",
    "d": "#ff8af5",
    "e": "#ffee6b",
    "f": "#ffffff",
}

_PLAIN = Piece("")
_CODE = re.compile(
    r"\\(?P<sign>[&§])"
    r"|§[xX](?P<digits>(?:§[0-9a-fA-F]){6})"
    r"|&x(?P<and_digits>(?:&[0-9a-fA-F]){6})"
    r"|[&§]#(?P<hex>[0-9a-fA-F]{6})"
    r"|(?:§(?P<code>[0-9a-fA-Fk-oK-OrRzZ])|&(?P<and_code>[0-9a-fk-orz]))"
    r"|§(?P<unknown>[a-zA-Z])"
)


def plain(text: str) -> str:
    """The text without its codes."""
    return _CODE.sub(lambda m: m["sign"] or "", text)


def pieces(text: str) -> tuple[Piece, ...]:
    """Split a text where its style changes; neighbours of one style are joined."""
    found: list[Piece] = []
    style, end = _PLAIN, 0
    for match in _CODE.finditer(text):
        _append(found, replace(style, text=text[end : match.start()] + (match["sign"] or "")))
        style, end = _next_style(style, match), match.end()
    _append(found, replace(style, text=text[end:]))
    return tuple(found)


def _append(found: list[Piece], piece: Piece) -> None:
    if found and replace(found[-1], text="") == replace(piece, text=""):
        found[-1] = replace(piece, text=found[-1].text + piece.text)
    elif piece.text:
        found.append(piece)


def _next_style(style: Piece, match: re.Match[str]) -> Piece:
    if match["sign"] or match["unknown"]:
        return style
    if digits := match["digits"] or match["and_digits"]:
        return Piece("", "#" + digits[1::2].lower())
    if match["hex"]:
        return Piece("", "#" + match["hex"].lower())
    return _styled(style, (match["code"] or match["and_code"]).lower())


def _styled(style: Piece, code: str) -> Piece:
    """Apply one letter. A colour ends all other styles, as in the game; `k` and `z` only move."""
    match code:
        case "l":
            return replace(style, bold=True)
        case "o":
            return replace(style, italic=True)
        case "n":
            return replace(style, underlined=True)
        case "m":
            return replace(style, struck=True)
        case "k" | "z":
            return style
        case _:
            return Piece("", COLOURS.get(code, ""))
