"""Conversation and replay: what was asked, what was answered, and the reply a repeat gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Round:
    """One finished request.

    Attributes:
        request: Identifier of the request.
        fingerprint: Of its input: 64 hexadecimal digits.
        user: The player's words; None for a press or a command that is no turn of a talk.
        result: The encoded reply, uninterpreted.
    """

    request: UUID
    fingerprint: str
    user: str | None
    result: bytes


@dataclass(frozen=True, slots=True)
class Turn(Generic[T]):
    """A round as it is read back; the words stay also when the answer cannot be read (CHAT-009).

    Attributes:
        at: Wall-clock seconds when it was kept.
    """

    request: UUID
    at: float
    user: str | None
    result: T | None
