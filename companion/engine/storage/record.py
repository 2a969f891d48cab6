"""The one record that every player has; what a module keeps is a ledger (`ledger.py`)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.protocol.limits import Identifier

RECORD_VERSION = 1


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the player chose; operators never change it (PERM-007).

    Attributes:
        external: A model may be asked.
        free_chat: Free chat is on.
        history: Turns are kept and sent along; off, neither (CHAT-007).
    """

    external: bool = True
    free_chat: bool = True
    history: bool = True


class ModelQuota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Model calls of a day.

    Attributes:
        day: ISO date in the configured zone; empty before the first call.
    """

    day: str = ""
    used: Annotated[int, msgspec.Meta(ge=0)] = 0


class PlayerRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's binding, preferences and quota.

    Attributes:
        systems: The bound system, at most one; empty means unbound (BIND-001, BIND-002).
    """

    version: Annotated[int, msgspec.Meta(ge=1, le=RECORD_VERSION)] = RECORD_VERSION
    systems: Annotated[tuple[Identifier, ...], msgspec.Meta(max_length=1)] = ()
    preferences: Preferences = Preferences()
    quota: ModelQuota = ModelQuota()

    @property
    def is_bound(self) -> bool:
        """Whether a system is bound."""
        return bool(self.systems)
