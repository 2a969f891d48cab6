"""The AI mode menu beside the send box: the modes this player is permitted, the current one marked.

Pure. The engine decides what is permitted; a mode that is permitted no longer gives way to the
first one that is (CLIENT-048).
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from companion.client.state import ClientState
from companion.protocol.requests import Mode


@dataclass(frozen=True, slots=True)
class ModeChoice:
    """One line of the menu; its words are `client.mode.<mode>` and `client.mode.<mode>.does`."""

    mode: Mode
    is_current: bool


def permitted(state: ClientState) -> tuple[Mode, ...]:
    """The modes there are now; empty where the menu is hidden."""
    if state.engine is None or state.engine.entitlement is msgspec.UNSET:
        return ()
    return state.engine.entitlement.modes


def current(state: ClientState) -> Mode:
    """The mode that is sent along: the chosen one where it is permitted."""
    modes = permitted(state)
    if not modes or state.mode in modes:
        return state.mode if modes else Mode.AUTO
    return modes[0]


def menu(state: ClientState) -> tuple[ModeChoice, ...]:
    """The lines of the menu."""
    chosen = current(state)
    return tuple(ModeChoice(mode, mode is chosen) for mode in permitted(state))
