"""The state a client begins with. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.client import interface, live_cards, pins, status
from companion.client.events import DraftLeft, Said
from companion.client.interface_events import TurnEnded
from companion.client.reducer import reduce
from companion.client.self_test_state import NOT_TESTED
from companion.client.state import ClientState, Speaker, Voice
from companion.language.phrase import phrase
from companion.support.errors import Failure


def first_state(locale: str, before: ClientState | None = None, server: str = "") -> ClientState:
    """The first state of a client.

    Args:
        locale: Language of the player.
        before: The last state of the client whose place it takes: its conversation stays, its
            cards can be read and no longer pressed, and the revision goes on (CLIENT-005). What it
            still waited for is told, and left for the player to ask again: it may have had effects.
        server: Id of the server in use. Another one than before is a logout: nothing of the
            player's stay there is taken along (CLIENT-003).
    """
    if before is None:
        return ClientState(locale, parts=status.starting(), server=server)
    if before.server != server:
        before = replace(interface.emptied(before), server=server)
    if before.waiting:
        before = _cut_off(before)
    return replace(
        pins.followed(live_cards.disconnected(before)),
        locale=locale,
        revision=before.revision + 1,
        engine=None,
        voice=Voice(),
        parts=status.starting(),
        waiting=False,
        partial="",
        self_test=NOT_TESTED,
    )


def _cut_off(state: ClientState) -> ClientState:
    """Say that no answer comes to what was asked last, and leave it in the send box."""
    why = phrase(f"failure.{Failure.BEGAN_ANEW}")
    state = reduce(state, Said(Speaker.NOTICE, why, failed=True))
    state = reduce(state, TurnEnded(Failure.BEGAN_ANEW))
    own = (entry.words.text for entry in reversed(state.entries) if entry.speaker is Speaker.PLAYER)
    return state if state.draft else reduce(state, DraftLeft(next(own, "")))
