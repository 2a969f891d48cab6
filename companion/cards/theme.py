"""Looks as tokens: colours, five type sizes, distances and corners, from `resources/themes`.

A new theme is one file there; `tests/unit/cards/test_theme.py` holds it to readable contrast.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

import msgspec

from companion.support.paths import shipped

DEFAULT_THEME = "dark"
READABLE = 4.5
"""Contrast that text needs (WCAG 2.2, 1.4.3)."""

Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$(?!\n)")]
Translucent = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{8}$(?!\n)")]
"""`#aarrggbb`."""
TypeSize = Annotated[int, msgspec.Meta(ge=8, le=64)]
Distance = Annotated[int, msgspec.Meta(ge=0, le=64, multiple_of=4)]


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Colours by use.

    Attributes:
        background, panel, raised, tile, own, overlay: Grounds; `own` is below the player's words,
            `tile` below an item.
        ink, muted: Text on any ground.
        accent, accent_ink: What to press, and the text on it.
        waiting, failed: What waits, and what went wrong.
        line: Borders.
    """

    background: Colour
    panel: Colour
    raised: Colour
    line: Colour
    ink: Colour
    muted: Colour
    accent: Colour
    accent_ink: Colour
    waiting: Colour
    failed: Colour
    own: Colour
    overlay: Translucent
    tile: Colour


class TypeScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The five type sizes, in pixels."""

    caption: TypeSize
    small: TypeSize
    body: TypeSize
    heading: TypeSize
    title: TypeSize


class Spacing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Distances on the grid of 4 px."""

    tight: Distance
    small: Distance
    medium: Distance
    large: Distance
    wide: Distance


class Radii(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Corners, in pixels: of buttons and tiles, and of panels and cards."""

    small: Distance
    large: Distance


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One look."""

    colours: Colours
    type: TypeScale
    spacing: Spacing
    radii: Radii

    def tokens(self) -> Mapping[str, str]:
        """The colours by name."""
        return msgspec.structs.asdict(self.colours)


def theme_names() -> tuple[str, ...]:
    """Names of the themes that are there, the default first."""
    names = sorted(file.stem for file in (shipped("resources") / "themes").glob("*.json"))
    return tuple(sorted(names, key=lambda name: name != DEFAULT_THEME))


@cache
def load_theme(name: str = DEFAULT_THEME) -> Theme:
    """Read a theme; blocks on the disk the first time.

    Raises:
        ValueError: There is no such theme, or its file is damaged.
    """
    if name not in theme_names():
        raise ValueError(f"no theme {name!r}; there are {', '.join(theme_names())}")
    return decode_theme((shipped("resources") / "themes" / f"{name}.json").read_bytes(), name)


def decode_theme(data: bytes, name: str) -> Theme:
    """Read the tokens of a theme.

    Raises:
        ValueError: A token is missing, unknown or out of its range.
    """
    try:
        return msgspec.json.decode(data, type=Theme)
    except msgspec.DecodeError as error:
        raise ValueError(f"themes/{name}.json: {error}") from error


def contrast(first: str, second: str) -> float:
    """Contrast of two colours, 1 to 21; alpha is ignored."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(colour: str, ground: str, needed: float = READABLE) -> str:
    """The colour itself, or one moved towards white or black until it reads on a ground.

    Args:
        colour: `#rrggbb`, such as a legacy code's.
        ground: What it stands on.
        needed: Contrast to reach; one that white or black cannot reach gives the better of them.
    """
    far = max("#ffffff", "#000000", key=lambda end: contrast(end, ground))
    steps = (_mixed(colour, far, share / 16) for share in range(17))
    return next((step for step in steps if contrast(step, ground) >= needed), far)


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[-6:])
    return red, green, blue


def _mixed(first: str, second: str, share: float) -> str:
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _luminance(colour: str) -> float:
    """Relative luminance of sRGB, 0 to 1 (WCAG 2.2)."""
    parts = [channel / 255 for channel in _channels(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
