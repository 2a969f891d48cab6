"""The state a client begins with. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.client import interface, live_cards, pins, status
from companion.client.self_test_state import NOT_TESTED
from companion.client.state import ClientState, Voice


def first_state(locale: str, before: ClientState | None = None, server: str = "") -> ClientState:
    """The first state of a client.

    Args:
        locale: Language of the player.
        before: The last state of the client whose place it takes: its conversation stays, its
            cards can be read and no longer pressed, and the revision goes on (CLIENT-005).
        server: Id of the server in use. Another one than before is a logout: nothing of the
            player's stay there is taken along (CLIENT-003).
    """
    if before is None:
        return ClientState(locale, parts=status.starting(), server=server)
    if before.server != server:
        before = replace(interface.emptied(before), server=server)
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
