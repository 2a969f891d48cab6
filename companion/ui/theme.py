"""Design tokens to colours, shapes and type: one palette and one style sheet for the program.

Colours reach painted widgets through `QPalette`, so that another theme is another palette and
nothing else; `colour(widget, "accent")` reads it back. The style sheet holds shapes and is made
once. Nothing calls `setStyleSheet` on a widget.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QWidget

FALLBACK: Mapping[str, str] = {
    "background": "#12161c",
    "panel": "#181e26",
    "raised": "#202833",
    "line": "#2b3542",
    "ink": "#eef2f6",
    "muted": "#9aa8b8",
    "accent": "#5fd38d",
    "accent_ink": "#06210f",
    "waiting": "#f2c14e",
    "failed": "#ff7a6b",
    "own": "#2a3b54",
    "overlay": "#d90f141b",
    "tile": "#0c1015",
}
"""Used for tokens that a theme leaves out; `#aarrggbb` where a colour is translucent."""

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
    """The five type sizes, in pixels."""

    CAPTION = 11
    SMALL = 12
    BODY = 14
    HEADING = 16
    TITLE = 20


def palette_of(tokens: Mapping[str, str]) -> QPalette:
    """The palette of a theme; a token that is missing or no colour falls back alone."""
    palette = QPalette()
    for token, role in ROLES.items():
        palette.setColor(role, _colour_of(tokens, token))
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
        palette.setColor(role, _colour_of(tokens, token))
    for role in (_Role.WindowText, _Role.Text, _Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, _colour_of(tokens, "muted"))
    return palette


def _colour_of(tokens: Mapping[str, str], token: str) -> QColor:
    colour = QColor(tokens.get(token, ""))
    return colour if colour.isValid() else QColor(FALLBACK[token])


def colour(widget: QWidget, token: str) -> QColor:
    """A token's colour in the theme of the moment."""
    return widget.palette().color(QPalette.ColorGroup.Active, ROLES[token])


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """`first` with `share` (0 to 1) of `second` in it; keeps the first one's alpha."""
    return QColor(
        round(first.red() + (second.red() - first.red()) * share),
        round(first.green() + (second.green() - first.green()) * share),
        round(first.blue() + (second.blue() - first.blue()) * share),
        first.alpha(),
    )


def type_font(base: QFont, size: Size, *, bold: bool = False) -> QFont:
    """The program's font in one of the five sizes.

    Bold is 700: Qt thickens CJK fonts that have no bold face from there on only.
    """
    font = QFont(base)
    font.setPixelSize(int(size))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    return font


def contrast(first: QColor, second: QColor) -> float:
    """Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, 1.4.3)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(wanted: QColor, ground: QColor, least: float = 4.5) -> QColor:
    """The colour itself, or one moved towards white or black until it reads on the ground."""
    far = QColor("white") if _luminance(ground) < 0.18 else QColor("black")
    share = 0.0
    while contrast(mixed(wanted, far, share), ground) < least and share < 1.0:
        share = min(1.0, share + 0.1)
    return mixed(wanted, far, share)


def _luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
