"""From a live card to its widget, for the window and for the overlay."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.cards.library import CardLibrary
from companion.cards.view import CardView, Variant
from companion.cards.view_builder import CardSource, build_view
from companion.client.commands import ClientCommands
from companion.client.state import LiveCard
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.scope import CardScope
from companion.ui.item_textures import icons_of_the_game
from companion.ui.overlay_card import OverlayCard


def view_of(card: LiveCard, library: CardLibrary, variant: Variant) -> CardView:
    """The card as one variant shows it now."""
    return build_view(
        CardSource(card.ref, card.data, card.view, card.waiting, card.parent is not None),
        library,
        variant,
    )


def card_in_window(
    card: LiveCard, library: CardLibrary, commands: ClientCommands, parent: QWidget | None = None
) -> CardWidget:
    """A card of the chat log; quicker where its place is known beforehand."""
    view = view_of(card, library, Variant.FULL)
    scope = _scope(card, library, commands, Variant.FULL)
    return CardWidget(view, scope, framed=not view.is_message, parent=parent)


def card_in_overlay(card: LiveCard, library: CardLibrary, commands: ClientCommands) -> OverlayCard:
    """The front card over the game; takes no keyboard focus."""
    scope = _scope(card, library, commands, Variant.NOTIFICATION)
    return OverlayCard(view_of(card, library, Variant.NOTIFICATION), scope, framed=False)


def shown_in_place(
    drawn: CardWidget, card: LiveCard, library: CardLibrary, commands: ClientCommands
) -> bool:
    """Let a card's own widget show what became of the card; what did not change stays as it is.

    Returns:
        False where only a new widget can: for another card, another title, another frame.
    """
    variant = drawn.variant
    if drawn.card != card.ref.id:
        return False
    view = view_of(card, library, variant)
    framed = variant is Variant.FULL and not view.is_message
    if drawn.framed is not framed or drawn.accessibleName() != view.title:
        return False
    drawn.show_view(view, _scope(card, library, commands, variant))
    return True


def _scope(
    card: LiveCard, library: CardLibrary, commands: ClientCommands, variant: Variant
) -> CardScope:
    return CardScope(
        ref=card.ref,
        variant=variant,
        commands=commands,
        translations=library.translations,
        live=card.active,
        waiting=card.waiting,
        keyboard=variant is Variant.FULL,
        icons=icons_of_the_game(),
    )
