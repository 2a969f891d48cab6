"""How events change the state: one pure function over small ones."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.client import entries, interface, live_cards, pins, status, voice
from companion.client.events import (
    CardPressed,
    CardUpdated,
    DraftLeft,
    EarsMoved,
    EngineDescribed,
    EngineGone,
    Event,
    FellSilent,
    FrontClosed,
    PageTurned,
    PartChanged,
    RequestBegan,
    RequestEnded,
    Said,
    SentenceBegan,
    Staged,
    ViewChanged,
    VoiceAwaited,
    VoiceEnded,
    WentBack,
    WordsHeard,
)
from companion.client.state import ClientState


def reduce(state: ClientState, event: Event) -> ClientState:
    """Return the state after an event; its revision is higher exactly when it differs."""
    after = _after(state, event)
    if after.cards is not state.cards:
        after = pins.followed(after)
    return state if after == state else replace(after, revision=state.revision + 1)


def _after(state: ClientState, event: Event) -> ClientState:
    match event:
        case Said():
            return entries.said(state, event)
        case (
            CardUpdated()
            | CardPressed()
            | PageTurned()
            | ViewChanged()
            | WentBack()
            | FrontClosed()
        ):
            return _cards_after(state, event)
        case EarsMoved() | WordsHeard() | VoiceAwaited() | SentenceBegan():
            return replace(state, voice=voice.after(state, event))
        case VoiceEnded() | FellSilent():
            return replace(state, voice=voice.after(state, event))
        case RequestBegan() | RequestEnded():
            return _request_after(state, event)
        case PartChanged(part=part):
            return replace(state, parts=status.with_part(state.parts, part))
        case EngineDescribed() | EngineGone():
            return _engine_after(state, event)
        case DraftLeft(text=text):
            return replace(state, draft=text)
        case Staged(stages=stages):
            return replace(state, stages=stages)
        case _:
            return interface.after(state, event)


def _cards_after(
    state: ClientState,
    event: CardUpdated | CardPressed | PageTurned | ViewChanged | WentBack | FrontClosed,
) -> ClientState:
    match event:
        case CardUpdated(update=update, origin=origin):
            return live_cards.updated(state, update, origin)
        case CardPressed(card=card):
            return live_cards.pressed(state, card)
        case PageTurned(card=card, page=page):
            return live_cards.on_page(state, card, page)
        case ViewChanged(card=card, action=action):
            return live_cards.viewed(state, card, action)
        case WentBack():
            return live_cards.back(state)
        case FrontClosed():
            return live_cards.closed(state)
        case _:
            assert_never(event)


def _request_after(state: ClientState, event: RequestBegan | RequestEnded) -> ClientState:
    match event:
        case RequestBegan():
            begun = replace(state, waiting=True, partial="")
            return replace(begun, voice=voice.thinking(begun))
        case RequestEnded():
            return live_cards.answered(replace(state, waiting=False, partial=""))
        case _:
            assert_never(event)


def _engine_after(state: ClientState, event: EngineDescribed | EngineGone) -> ClientState:
    match event:
        case EngineDescribed(engine=engine):
            return interface.described(state, engine)
        case EngineGone():
            return live_cards.disconnected(replace(state, engine=None))
        case _:
            assert_never(event)
