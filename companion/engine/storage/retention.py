"""Which rounds of a conversation stay: the latest, the young ones, and as many as there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.storage.limits import StorageLimits

_DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored round, without what was said.

    Attributes:
        row: Its row.
        at: Wall-clock seconds.
        size: Encoded bytes.
        remembered: It is a turn of the conversation, beside being a reply to give again.
    """

    row: int
    at: float
    size: int
    remembered: bool


def is_within(
    rounds: int, size: int | None, oldest: float | None, limits: StorageLimits, now: float
) -> bool:
    """Whether nothing can have expired, whatever the rounds are.

    Args:
        rounds: How many there are.
        size: Their encoded bytes; None for none.
        oldest: Wall-clock seconds of the oldest; None for none.
        limits: In force now.
        now: Wall-clock seconds.
    """
    is_young = oldest is None or oldest > now - limits.history_days * _DAY_S
    return rounds <= limits.replay_rounds and (size or 0) <= limits.cache_bytes and is_young


def expired(rounds: Sequence[Kept], limits: StorageLimits, now: float) -> tuple[int, ...]:
    """Choose what is forgotten, whole rounds only (STORE-021).

    Args:
        rounds: Newest first.
        limits: In force now.
        now: Wall-clock seconds.
    """
    gone: list[int] = []
    turns = size = 0
    for rank, kept in enumerate(rounds):
        turns += kept.remembered
        size += kept.size
        is_wanted = rank < limits.replay_rounds or (
            kept.remembered and turns <= limits.history_turns
        )
        is_young = kept.at > now - limits.history_days * _DAY_S
        if not (is_wanted and is_young and size <= limits.cache_bytes):
            gone.append(kept.row)
    return tuple(gone)
