"""What is said where a node shows less than there is."""

from __future__ import annotations

from companion.ui.cards.scope import CardScope
from companion.ui.theme import Size
from companion.ui.words import Style, Words


def more_words(count: int, scope: CardScope) -> Words:
    """Say how many more there are."""
    return Words(scope.text("ui.more", count=str(count)), Style(Size.SMALL, "muted"))
