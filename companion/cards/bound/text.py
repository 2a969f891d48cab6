"""Bound words and pictures: what `text`, `heading`, `image`, `divider`, `progress` become."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.cards.bound.base import Bound
from companion.language.legacy_codes import Piece
from companion.protocol.cards.item import ItemPreview

Span = Piece
"""A piece of text in one style; without a colour it has the theme's ink."""

Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class BoundText(Bound):
    """Node `text`: lines of styled text; `role` picks the type style."""

    lines: tuple[Line, ...]
    role: str = "body"
    """body, muted, hint, warning or quote."""


@dataclass(frozen=True, slots=True)
class BoundHeading(Bound):
    """Node `heading`: the card's title, with a count badge where `badge` is not empty."""

    line: Line
    badge: str = ""
    hint: str = ""
    icon: ItemPreview | None = None


class ImageKind(enum.StrEnum):
    """Where an image comes from. There are no addresses and no paths."""

    MARK = "mark"
    """One of our own marks, `resources/icons/<name>`."""
    ITEM = "item"
    """An item's icon, by registry id."""
    TEXTURE = "texture"
    """A texture of the game, such as `minecraft:gui/toasts`; a tile with initials without it."""


@dataclass(frozen=True, slots=True)
class BoundImage(Bound):
    """Node `image`.

    Attributes:
        name: What to draw, within its kind.
        alt: What a screen reader says and plain text shows; empty for decoration.
        side: Width and height in pixels at scale 1.
    """

    kind: ImageKind
    name: str
    alt: str = ""
    side: int = 48


@dataclass(frozen=True, slots=True)
class BoundDivider(Bound):
    """Node `divider`: a line across, with words in it where `label` is not empty."""

    label: str = ""


@dataclass(frozen=True, slots=True)
class BoundProgress(Bound):
    """Node `progress`: a bar with its words; `fraction` is 0 to 1, or -1 when nobody knows."""

    label: str
    fraction: float
    words: str
    """Such as "6 of 8" or "75 %"; never empty."""
