"""The cards of a connection: shown, replaced, removed, paged, opened from one another, closed.

Pure functions from state to state. A card is found by its id, whatever its revision; an update
with an old revision changes nothing (G27). A card opened from another remembers it as `parent`,
so that going back finds that card on the page it was left on (CARD-049, CARD-050).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from companion.cards.view_state import CardViewState
from companion.client.events import Origin
from companion.client.state import MAX_CARDS, MAX_QUEUED, ClientState, LiveCard
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import CardUpdate, RemoveCard, ReplaceCard, ShowCard

MAX_BACK = 24
"""Cards that *back* leads to, the one in front among them; a player who never closes one opens the
next from the last, for hours."""


def updated(state: ClientState, update: CardUpdate, origin: Origin) -> ClientState:
    """Apply what the engine said about a card; a stale update is dropped (CARD-019)."""
    match update:
        case ShowCard(ref=ref):
            return state if _is_stale(state, ref, newer=True) else _shown(state, update, origin)
        case ReplaceCard(ref=ref, data=data):
            known = state.card(ref)
            if known is None or not known.active or _is_stale(state, ref, newer=True):
                return state
            return _with(state, replace(known, ref=ref, data=data))
        case RemoveCard(ref=ref):
            return state if _is_stale(state, ref, newer=False) else _removed(state, ref)
        case _:
            assert_never(update)


def front_card(state: ClientState) -> LiveCard | None:
    """The card in front."""
    return state.card(state.front) if state.front else None


def parent_card(state: ClientState) -> LiveCard | None:
    """The card that *back* would bring to the front."""
    front = front_card(state)
    return state.card(front.parent) if front and front.parent else None


def pressed(state: ClientState, ref: CardRef) -> ClientState:
    """Mark a card's server action as under way: its server buttons are disabled (NOTE-004)."""
    card = state.card(ref)
    return _with(state, replace(card, waiting=True)) if card else state


def answered(state: ClientState) -> ClientState:
    """End the waiting of every card (NOTE-005)."""
    return replace(state, cards=tuple(replace(card, waiting=False) for card in state.cards))


def on_page(state: ClientState, ref: CardRef, page: int) -> ClientState:
    """Turn a card to a page; kept with the card (CARD-048)."""
    return _seen(state, ref, lambda view: view.on_page(page))


def viewed(state: ClientState, ref: CardRef, action: LocalAction) -> ClientState:
    """Select a category, open or close a section, collapse a card: local (CARD-045)."""
    return _seen(state, ref, lambda view: view.after(action))


def back(state: ClientState) -> ClientState:
    """Bring the card to the front from which the front one was opened; without one, nothing."""
    parent = parent_card(state)
    return replace(state, front=parent.ref) if parent else state


def closed(state: ClientState) -> ClientState:
    """Close the front card with all it was opened from; the next waiting card comes (CARD-051)."""
    chain = {card.ref.id for card in chain_of(state)}
    waiting = tuple(ref for ref in state.queued if ref.id not in chain)
    return _next_in_queue(replace(state, front=None, queued=waiting))


def disconnected(state: ClientState) -> ClientState:
    """Keep the cards of an ended connection to be read; their buttons are inert (CARD-029)."""
    inert = tuple(replace(card, active=False, waiting=False) for card in state.cards)
    return replace(state, cards=inert, queued=())


def _is_stale(state: ClientState, ref: CardRef, *, newer: bool) -> bool:
    known = state.card(ref)
    if known is None:
        return False
    return ref.revision < known.ref.revision + (1 if newer else 0)


def _shown(state: ClientState, update: ShowCard, origin: Origin) -> ClientState:
    parent = _parent_of(state, update.ref) if origin is Origin.ANSWER else None
    card = LiveCard(update.ref, update.data, CardViewState(), parent=parent)
    others = tuple(known for known in state.cards if known.ref.id != update.ref.id)
    state = replace(state, cards=(*others, card))
    match origin:
        case Origin.ANSWER:
            state = replace(state, front=card.ref)
        case Origin.NOTICE:
            state = _next_in_queue(_queued(state, card.ref))
        case Origin.LATE:
            pass
        case _:
            assert_never(origin)
    return _bounded(state)


def _parent_of(state: ClientState, ref: CardRef) -> CardRef | None:
    """The front card; for a card that is shown again on top of itself, the one it had."""
    again = next((card for card in chain_of(state) if card.ref.id == ref.id), None)
    return again.parent if again else state.front


def _removed(state: ClientState, ref: CardRef) -> ClientState:
    card = state.card(ref)
    if card is None:
        return state
    state = _with(state, replace(card, active=False, waiting=False))
    state = replace(state, queued=tuple(other for other in state.queued if other.id != ref.id))
    if state.front is None or state.front.id != ref.id:
        return state
    parent = parent_card(state)
    return _next_in_queue(replace(state, front=parent.ref if parent else None))


def _queued(state: ClientState, ref: CardRef) -> ClientState:
    queue = (*(other for other in state.queued if other.id != ref.id), ref)
    if len(queue) > MAX_QUEUED:
        without = next((r for r in queue[:-1] if not _has_buttons(state, r)), queue[0])
        queue = tuple(other for other in queue if other != without)
        state = replace(state, lost=state.lost + 1)
    return replace(state, queued=queue)


def _has_buttons(state: ClientState, ref: CardRef) -> bool:
    card = state.card(ref)
    return bool(card and card.data.build_card().buttons)


def _next_in_queue(state: ClientState) -> ClientState:
    if state.front is not None or not state.queued:
        return state
    return replace(state, front=state.queued[0], queued=state.queued[1:])


def chain_of(state: ClientState) -> tuple[LiveCard, ...]:
    """The front card and all it was opened from, nearest first."""
    chain: list[LiveCard] = []
    card = front_card(state)
    while card is not None and card not in chain:
        chain.append(card)
        card = state.card(card.parent) if card.parent else None
    return tuple(chain)


def _seen(
    state: ClientState, ref: CardRef, change: Callable[[CardViewState], CardViewState]
) -> ClientState:
    """Change what is seen of a card; one that is only pinned is changed where it is pinned."""
    if (card := state.card(ref)) is not None:
        return _with(state, replace(card, view=change(card.view)))
    pinned = (
        replace(card, view=change(card.view)) if card.ref.id == ref.id else card
        for card in state.pinned
    )
    return replace(state, pinned=tuple(pinned))


def _with(state: ClientState, card: LiveCard) -> ClientState:
    cards = tuple(card if known.ref.id == card.ref.id else known for known in state.cards)
    front = card.ref if state.front and state.front.id == card.ref.id else state.front
    return replace(state, cards=cards, front=front)


def _bounded(state: ClientState) -> ClientState:
    """Forget the oldest cards that nothing on the screen needs."""
    excess = len(state.cards) - MAX_CARDS
    if excess <= 0:
        return state
    needed = {card.ref.id for card in chain_of(state)[:MAX_BACK]} | {ref.id for ref in state.queued}
    spare = [card.ref.id for card in state.cards if card.ref.id not in needed][:excess]
    return replace(state, cards=tuple(c for c in state.cards if c.ref.id not in spare))
