"""Bound nodes that hold others, and the base for those of extensions."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.bound.base import Bound
from companion.cards.bound.press import BoundButton, BoundChoice
from companion.cards.bound.text import Line


@dataclass(frozen=True, slots=True)
class BoundSideBySide(Bound):
    """Node `row`: children from left to right; `weights` share the width, 0 takes what it needs."""

    children: tuple[Bound, ...]
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoundColumn(Bound):
    """Node `column`: children from top to bottom; `framed` draws a panel around them."""

    children: tuple[Bound, ...]
    framed: bool = False


@dataclass(frozen=True, slots=True)
class BoundSection(Bound):
    """Node `section`: a title that opens and closes what is below it.

    Attributes:
        id: Unique within the card.
        children: Empty while it is closed.
        toggle: Local button on the whole title; its label says what a press does.
    """

    id: str
    title: Line
    is_open: bool
    toggle: BoundButton
    children: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundButtons(Bound):
    """Node `buttons`: a row that wraps."""

    buttons: tuple[BoundButton, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundOther(Bound):
    """What an extension's node binds to: it adds its own fields and registers a widget for itself.

    Attributes:
        choices: Its numbered rows.
        buttons: Its buttons, for spoken words.
        children: Bound nodes inside it.
        page, pages: Where it turns pages.
    """

    choices: tuple[BoundChoice, ...] = ()
    buttons: tuple[BoundButton, ...] = ()
    children: tuple[Bound, ...] = ()
    page: int = 0
    pages: int = 1
