"""Categories of a paged node: which one is seen, and the buttons that pick another (CARD-045)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards.binding import Context, label_of
from companion.cards.view import BoundButton, BoundCategory
from companion.protocol.cards.builder import LocalAction


@dataclass(frozen=True, slots=True)
class Category:
    """One category.

    Attributes:
        label: Translated.
        places: Which entries of the list belong to it.
    """

    id: str
    label: str
    places: Sequence[int]


def chosen(categories: tuple[Category, ...], context: Context) -> Category | None:
    """The category that is seen: the player's, else the first that is not empty (ITEM-031)."""
    wanted = context.view.category
    by_id = (c for c in categories if c.id == wanted and c.places)
    filled = (c for c in categories if c.places)
    return next(by_id, None) or next(filled, None) or next(iter(categories), None)


def bind_categories(
    categories: tuple[Category, ...], seen: Category | None, context: Context
) -> tuple[BoundCategory, ...]:
    """The buttons; those of nothing are greyed."""
    first = next((c for c in categories if c.places), None)
    return tuple(
        _bound(category, context, selected=category is seen, is_first=category is first)
        for category in categories
    )


def _bound(
    category: Category, context: Context, *, selected: bool, is_first: bool
) -> BoundCategory:
    """The first one that is not empty is the one of a fresh view, whose category is empty."""
    count = len(category.places)
    name = label_of(category.label, context.translations)
    words = context.translations.text("card.category", name=name, count=str(count))
    action = LocalAction("select", "" if is_first else category.id)
    button = BoundButton(f"category_{category.id}", words, action, enabled=count > 0)
    return BoundCategory(category.id, name, count, selected, button)
