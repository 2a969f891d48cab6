"""Cards that answer by themselves: pages, categories, sections; without an engine."""

from __future__ import annotations

from collections.abc import Callable

from companion.cards.view import Variant
from companion.cards.view_state import CardViewState
from companion.client.no_commands import NoCommands
from companion.protocol.cards.builder import Action, LocalAction
from companion.protocol.cards.ref import CardRef


class LocalViews:
    """What the author did to the preview of each variant. GUI thread."""

    def __init__(self) -> None:
        self._views: dict[Variant, CardViewState] = {}

    def of(self, variant: Variant) -> CardViewState:
        """The view of a variant."""
        return self._views.get(variant, CardViewState())

    def keep(self, variant: Variant, view: CardViewState) -> None:
        """Remember what a variant shows now."""
        self._views[variant] = view

    def forget(self) -> None:
        """Show every variant as when it arrives."""
        self._views.clear()


class LocalCommands(NoCommands):
    """Implements `ClientCommands` for one card that nobody sent: only what is local happens.

    Args:
        view: Gives the card's view as it is now.
        show: Is given the view as it is to be.
    """

    def __init__(
        self, view: Callable[[], CardViewState], show: Callable[[CardViewState], None]
    ) -> None:
        self._view, self._show = view, show

    def press(self, card: CardRef, action: Action) -> None:
        """Select, open, close, collapse, turn by one; what a server would do does not happen."""
        if not isinstance(action, LocalAction):
            return
        view = self._view()
        step = {"next_page": 1, "previous_page": -1}.get(action.name, 0)
        self._show(view.on_page(view.page + step) if step else view.after(action))

    def turn_page(self, card: CardRef, page: int) -> None:
        """Show another page."""
        self._show(self._view().on_page(page))
