"""The player's three preferences: what the engine confirmed, and what was asked of it (SET-034)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.protocol.responses import Entitlement
from companion.support.errors import Failure

PreferenceName = Literal["external", "free_chat", "history"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """What is set, and what waits to be confirmed.

    Attributes:
        known: Whether the engine told them.
        asked: The preference that waits for the engine's word; None for none.
        refused: Why the last wish was not granted; the controls show what is set.
    """

    known: bool = False
    external: bool = False
    free_chat: bool = False
    history: bool = False
    asked: PreferenceName | None = None
    refused: Failure | None = None

    def values(self) -> Mapping[PreferenceName, bool]:
        """What is set, by name."""
        return {"external": self.external, "free_chat": self.free_chat, "history": self.history}


UNKNOWN = Preferences()


def confirmed(before: Preferences, told: Entitlement) -> Preferences:
    """What the engine says holds. A wish under way goes on waiting for its own answer."""
    return replace(
        before,
        known=True,
        external=told.external,
        free_chat=told.free_chat,
        history=told.history,
    )


def asked(before: Preferences, name: PreferenceName) -> Preferences:
    """Note a wish; nothing is shown as set by it."""
    return replace(before, asked=name, refused=None)


def settled(before: Preferences, refused: Failure | None = None) -> Preferences:
    """The wish was answered."""
    return replace(before, asked=None, refused=refused)
