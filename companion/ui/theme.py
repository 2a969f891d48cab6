"""Design tokens to colours, shapes and type: one palette and one style sheet for the program.

Colours reach painted widgets through `QPalette`, so that another theme is another palette and
nothing else; `colour("accent")` is the same colour for what is painted by hand. The style sheet
holds shapes and is made once a look. Nothing calls `setStyleSheet` on a widget.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from PySide6.QtGui import QColor, QFont, QPalette

from companion.cards.theme import readable
from companion.ui.look import kept, look

_Role = QPalette.ColorRole
ROLES: Mapping[str, QPalette.ColorRole] = {
    "background": _Role.Window,
    "panel": _Role.Base,
    "raised": _Role.Button,
    "line": _Role.Mid,
    "ink": _Role.WindowText,
    "muted": _Role.PlaceholderText,
    "accent": _Role.Highlight,
    "accent_ink": _Role.HighlightedText,
    "waiting": _Role.LinkVisited,
    "failed": _Role.BrightText,
    "own": _Role.Midlight,
    "overlay": _Role.Shadow,
    "tile": _Role.Dark,
}
"""Which palette role carries which token."""

GRID = 4
"""Pixels; every distance is a multiple."""
RADIUS_SMALL = 8
RADIUS = 12


class Size(enum.IntEnum):
    """The five type sizes, in pixels at text size 1."""

    CAPTION = 11
    SMALL = 12
    BODY = 14
    HEADING = 16
    TITLE = 20


def palette_of(tokens: Mapping[str, str]) -> QPalette:
    """The palette of a theme's colours (`cards.theme.Theme.tokens`)."""
    palette = QPalette()
    for token, role in ROLES.items():
        palette.setColor(role, QColor(tokens[token]))
    for role, token in (
        (_Role.Text, "ink"),
        (_Role.ButtonText, "ink"),
        (_Role.AlternateBase, "raised"),
        (_Role.Accent, "accent"),
        (_Role.Link, "accent"),
        (_Role.Light, "line"),
        (_Role.ToolTipBase, "raised"),
        (_Role.ToolTipText, "ink"),
    ):
        palette.setColor(role, QColor(tokens[token]))
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens["muted"]))
    return palette


def colour(token: str) -> QColor:
    """A token's colour in the look of the moment; the caller's own to change."""
    return QColor(kept(("colour", token), lambda: QColor(look().theme.tokens()[token])))


def faint() -> QColor:
    """For grooves and frames that must show on any ground, also a translucent one."""
    shade = colour("ink")
    shade.setAlpha(40)
    return shade


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """`first` with `share` (0 to 1) of `second` in it; keeps the first one's alpha."""
    return QColor(
        round(first.red() + (second.red() - first.red()) * share),
        round(first.green() + (second.green() - first.green()) * share),
        round(first.blue() + (second.blue() - first.blue()) * share),
        first.alpha(),
    )


def text_px(size: Size) -> int:
    """Pixels of a type size at the text size of the moment."""
    return scaled(getattr(look().theme.type, size.name.lower()))


def scaled(pixels: float) -> int:
    """A length that belongs to text, at the text size of the moment."""
    return round(pixels * look().scale)


def tile_px(pixels: int) -> int:
    """The side of an item's tile: as text grows, in steps of half a Minecraft pixel pair (8 px)."""
    return max(8, 8 * round(pixels * look().scale / 8))


def type_font(base: QFont, size: Size, *, bold: bool = False) -> QFont:
    """The program's font in one of the five sizes.

    Bold is 700: Qt thickens CJK fonts that have no bold face from there on only.
    """
    font = QFont(base)
    font.setPixelSize(text_px(size))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    return font


def readable_on(ground: QColor, wanted: str) -> QColor:
    """A colour from outside, `#rrggbb`, moved until it reads on a ground."""
    return QColor(readable(wanted, ground.name()))
