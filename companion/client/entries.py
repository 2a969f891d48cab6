"""The chat log: a bounded list of entries with ids that never repeat."""

from __future__ import annotations

from dataclasses import replace

from companion.client.events import Said
from companion.client.state import MAX_ENTRIES, ClientState, Entry


def said(state: ClientState, event: Said) -> ClientState:
    """Add an entry; the oldest make room."""
    last = state.entries[-1].id if state.entries else 0
    entry = Entry(
        last + 1, event.speaker, event.words, event.spoken_s, event.card, failed=event.failed
    )
    return replace(state, entries=(*state.entries, entry)[-MAX_ENTRIES:])
