"""Pinned cards: they follow their live cards, and are read-only once those are gone. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.client.state import ClientState, LiveCard

MAX_PINNED = 32


def pinned(state: ClientState, card: LiveCard) -> ClientState:
    """Keep a card; the oldest makes room."""
    others = tuple(one for one in state.pinned if one.ref.id != card.ref.id)
    return replace(state, pinned=(*others, card)[-MAX_PINNED:])


def restored(state: ClientState, cards: Iterable[LiveCard], *, instead: bool) -> ClientState:
    """Put cards of an earlier run before those that were pinned meanwhile.

    Args:
        state: The moment.
        cards: Oldest first; nothing of them can be pressed any more (CARD-069).
        instead: Whether they take the place of those that are pinned: another account is in use.
    """
    kept = () if instead else state.pinned
    known = {card.ref.id for card in kept}
    before = tuple(replace(c, active=False, waiting=False) for c in cards if c.ref.id not in known)
    return replace(state, pinned=(*before, *kept)[-MAX_PINNED:])


def followed(state: ClientState) -> ClientState:
    """Let pinned cards be as their live ones are; one whose card is gone stays as it was last."""
    if not state.pinned:
        return state
    live = {card.ref.id: card for card in state.cards}
    cards = tuple(_as(live.get(card.ref.id), card) for card in state.pinned)
    return state if cards == state.pinned else replace(state, pinned=cards)


def _as(live: LiveCard | None, card: LiveCard) -> LiveCard:
    if live is not None:
        return live
    return replace(card, active=False, waiting=False) if card.active else card
