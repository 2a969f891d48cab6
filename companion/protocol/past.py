"""Past turns, as a player gets them back."""

from __future__ import annotations

from uuid import UUID

import msgspec

from companion.language.phrase import Phrase
from companion.protocol.cards.catalog import CardData


class UserTurn(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="user", tag_field="role"
):
    """What the player said (PROTO-023).

    Attributes:
        at: Seconds since 1970-01-01 UTC.
    """

    request: UUID
    at: float
    text: str


class AssistantTurn(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="assistant", tag_field="role"
):
    """What came of it."""

    request: UUID
    at: float
    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    cards: tuple[CardData, ...] = ()
    code: str = ""


class History(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:history", tag_field="type"
):
    """The latest turns, oldest first."""

    request: UUID
    entries: tuple[UserTurn | AssistantTurn, ...]
