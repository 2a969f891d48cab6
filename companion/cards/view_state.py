"""What a player did to a card's view: local, kept a card, never sent (CARD-048)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.protocol.cards.builder import Action, LocalAction

VIEW_ACTIONS = frozenset({"select", "toggle", "collapse", "next_page", "previous_page"})
"""Local actions that change what is seen of a card and nothing else."""


def changes_view(action: Action) -> bool:
    """Whether an action is about nothing but the view: it works on every card that is shown."""
    return isinstance(action, LocalAction) and action.name in VIEW_ACTIONS


@dataclass(frozen=True, slots=True)
class CardViewState:
    """The view of one card.

    Attributes:
        page: Of the selected category, from 0; clamped when the card is built.
        category: Selected category of the paged node; empty for the first one that is not empty.
        pages: Pages of the other categories, by their id.
        toggled: Sections that the player opened or closed against the template.
        collapsed: Whether only the title is seen (CARD-056).
    """

    page: int = 0
    category: str = ""
    pages: tuple[tuple[str, int], ...] = ()
    toggled: frozenset[str] = frozenset()
    collapsed: bool = False

    def on_page(self, page: int) -> CardViewState:
        """The same view on another page."""
        return replace(self, page=max(0, page))

    def in_category(self, category: str) -> CardViewState:
        """The same view with another category, on the page it was left on."""
        left = {**dict(self.pages), self.category: self.page}
        page = left.pop(category, 0)
        return replace(self, category=category, page=page, pages=tuple(left.items()))

    def toggling(self, section: str) -> CardViewState:
        """The same view with a section opened or closed."""
        return replace(self, toggled=self.toggled ^ {section})

    def collapsing(self) -> CardViewState:
        """The same view collapsed, or as it was before."""
        return replace(self, collapsed=not self.collapsed)

    def after(self, action: LocalAction) -> CardViewState:
        """The view after a local action that is about nothing but the view."""
        match action.name:
            case "select":
                return self.in_category(action.target)
            case "toggle":
                return self.toggling(action.target)
            case "collapse":
                return self.collapsing()
            case _:
                return self
