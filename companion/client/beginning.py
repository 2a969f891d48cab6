"""The state a client begins with. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.client import live_cards, status
from companion.client.state import ClientState, Voice


def first_state(locale: str, before: ClientState | None = None) -> ClientState:
    """The first state of a client.

    Args:
        locale: Language of the player.
        before: The last state of the client whose place it takes: its conversation stays, its
            cards can be read and no longer pressed, and the revision goes on (CLIENT-005).
    """
    if before is None:
        return ClientState(locale, parts=status.starting())
    return replace(
        live_cards.disconnected(before),
        locale=locale,
        revision=before.revision + 1,
        engine=None,
        voice=Voice(),
        parts=status.starting(),
        waiting=False,
    )
