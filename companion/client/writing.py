"""The answer that is being written, as an entry of the log: values in, values out."""

from __future__ import annotations

from dataclasses import replace

from companion.client.state import ClientState, Entry, Speaker
from companion.language.phrase import literal

WRITING = -1
"""Its id; entries that stay count up from nought."""


def with_writing(state: ClientState) -> ClientState:
    """A snapshot with what is written so far below its entries; the same where nothing is."""
    if not state.partial.strip():
        return state
    writing = Entry(WRITING, Speaker.COMPANION, literal(state.partial))
    return replace(state, entries=(*state.entries, writing))
