"""From a live card to its widget, for the window and for the overlay."""

from __future__ import annotations

from companion.cards.library import CardLibrary
from companion.cards.view import CardView, Variant
from companion.cards.view_builder import CardSource, build_view
from companion.client.commands import ClientCommands
from companion.client.state import LiveCard
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.scope import CardScope
from companion.ui.item_textures import icons_of_the_game


def view_of(card: LiveCard, library: CardLibrary, variant: Variant) -> CardView:
    """The card as one variant shows it now."""
    return build_view(
        CardSource(card.ref, card.data, card.view, card.waiting, card.parent is not None),
        library,
        variant,
    )


def card_in_window(card: LiveCard, library: CardLibrary, commands: ClientCommands) -> CardWidget:
    """A card of the chat log."""
    view = view_of(card, library, Variant.FULL)
    scope = CardScope(
        ref=card.ref,
        variant=Variant.FULL,
        commands=commands,
        translations=library.translations,
        live=card.active,
        icons=icons_of_the_game(),
        waiting=card.waiting,
    )
    return CardWidget(view, scope, framed=not view.is_message)


def card_in_overlay(card: LiveCard, library: CardLibrary, commands: ClientCommands) -> CardWidget:
    """The front card over the game; takes no keyboard focus."""
    scope = CardScope(
        ref=card.ref,
        variant=Variant.NOTIFICATION,
        commands=commands,
        translations=library.translations,
        live=card.active,
        icons=icons_of_the_game(),
        waiting=card.waiting,
        keyboard=False,
    )
    return CardWidget(view_of(card, library, Variant.NOTIFICATION), scope, framed=False)
