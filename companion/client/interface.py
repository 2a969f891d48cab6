"""How the things around the conversation change: pages, modes, preferences, past, pins. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

import msgspec

from companion.client import pins, preferences
from companion.client.interface_events import (
    CardPinned,
    CardUnpinned,
    GameShowed,
    IconCame,
    InterfaceEvent,
    LoggedOut,
    ModeChosen,
    PairingMoved,
    PartCame,
    PastMoved,
    PinsRestored,
    PreferenceAsked,
    PreferenceSettled,
    SelfTestMoved,
    TurnEnded,
    UsageTold,
    ViewChosen,
    Went,
)
from companion.client.state import ClientState, Trouble
from companion.protocol.responses import State, View

MAX_PARTIAL_CHARACTERS = 20_000
"""Of an answer that is being written; the reply holds all of it."""
MAX_ICONS = 256
MAX_ICON_BYTES = 8 << 20
"""Of all icons together; the oldest make room."""


def after(state: ClientState, event: InterfaceEvent) -> ClientState:
    """The state after something around the conversation changed."""
    match event:
        case Went(page=page, from_game=from_game):
            return replace(state, wanted=state.wanted.then(page, from_game=from_game))
        case ViewChosen(view=view):
            return state if view is View.CURRENT else replace(state, view=view)
        case ModeChosen(mode=mode):
            return replace(state, mode=mode)
        case PartCame(text=text):
            return _written(state, text)
        case UsageTold(usage=usage):
            return replace(state, usage=usage)
        case PastMoved(past=past):
            return replace(state, past=past)
        case PairingMoved(pairing=pairing):
            return replace(state, pairing=pairing)
        case SelfTestMoved(test=test):
            return replace(state, self_test=test)
        case LoggedOut():
            return emptied(state)
        case _:
            return _kept(state, event)


def _kept(
    state: ClientState,
    event: PreferenceAsked
    | PreferenceSettled
    | CardPinned
    | CardUnpinned
    | PinsRestored
    | IconCame
    | GameShowed
    | TurnEnded,
) -> ClientState:
    match event:
        case PreferenceAsked(name=name):
            return replace(state, preferences=preferences.asked(state.preferences, name))
        case PreferenceSettled(refused=refused):
            return replace(state, preferences=preferences.settled(state.preferences, refused))
        case CardPinned(card=wanted):
            card = next((card for card in state.cards if card.ref.id == wanted), None)
            return pins.pinned(state, card) if card else state
        case PinsRestored(cards=cards, instead=instead):
            return pins.restored(state, cards, instead=instead)
        case CardUnpinned(card=wanted):
            return replace(state, pinned=tuple(c for c in state.pinned if c.ref.id != wanted))
        case IconCame(asset=asset, data=data):
            return replace(state, icons=_shelved(state.icons, asset, data))
        case GameShowed(failure=failure):
            return replace(state, in_game=failure)
        case TurnEnded():
            return _ended(state, event)
        case _:
            assert_never(event)


def described(state: ClientState, engine: State) -> ClientState:
    """The engine's account of itself: rights, preferences, and commands if they changed."""
    before = state.engine
    is_news = before is None or (before.tree, before.modules) != (engine.tree, engine.modules)
    state = replace(state, engine=engine, commands=state.commands + is_news)
    if engine.entitlement is msgspec.UNSET:
        return state
    told = preferences.confirmed(state.preferences, engine.entitlement)
    return replace(state, preferences=told)


def emptied(state: ClientState) -> ClientState:
    """EMPTY, but for what belongs to this program: counters go on, parts are as they are."""
    return replace(
        ClientState(state.locale),
        revision=state.revision,
        parts=state.parts,
        view=state.view,
        wanted=state.wanted,
        commands=state.commands + 1,
        server=state.server,
        self_test=state.self_test,
    )


def _written(state: ClientState, text: str) -> ClientState:
    if not state.waiting:
        return state
    return replace(state, partial=(state.partial + text)[:MAX_PARTIAL_CHARACTERS])


def _shelved(icons: Mapping[str, bytes], asset: str, data: bytes) -> Mapping[str, bytes]:
    kept = {name: icon for name, icon in icons.items() if name != asset} | {asset: data}
    total = sum(map(len, kept.values()))
    for name in tuple(kept):
        if len(kept) <= MAX_ICONS and total <= MAX_ICON_BYTES:
            break
        total -= len(kept.pop(name))
    return kept


def _ended(state: ClientState, event: TurnEnded) -> ClientState:
    if event.reason is None:
        return replace(state, trouble=None)
    number = state.trouble.number + 1 if state.trouble else 1
    return replace(state, trouble=Trouble(number, event.reason, event.detail))
