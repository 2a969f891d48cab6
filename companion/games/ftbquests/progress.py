"""A team's progress as the world keeps it: `ftbquests/<team>.snbt`.

Up to 1.21 the file is SNBT with hexadecimal ids; 26.1 keeps the name, writes JSON5 inside and
spells ids as decimal numbers. `classic_progress.py` reads the files of 1.12.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.ftbquests.raw_book import Raw, flag, object_id, text_of, whole
from companion.games.quest_book import Progress

NOBODY = "0" * 32
"""Stands in the place of a player where a reward was taken for the whole team."""

_ID_MAPS = ("completed", "started", "task_progress")


def plain_uuid(text: str) -> str:
    """A UUID without dashes, in lower case."""
    return text.replace("-", "").lower()


def read_progress(raw: Raw, player: str, name: str) -> Progress:
    """What a team's file says, seen by one player.

    Args:
        raw: The file's compound.
        player: The player's UUID; rewards that others took for themselves stay open.
        name: The player's name, or empty.
    """
    decimal = _is_decimal(raw)
    amounts = raw.get("task_progress")
    return Progress(
        known=True,
        player=name,
        completed=frozenset(number for number, _ in _entries(raw.get("completed"), decimal)),
        started=frozenset(number for number, _ in _entries(raw.get("started"), decimal)),
        task_progress={n: max(whole(amount), 0) for n, amount in _entries(amounts, decimal)},
        claimed=frozenset(_claimed(raw.get("claimed_rewards"), plain_uuid(player), decimal)),
        team=plain_uuid(text_of(raw.get("uuid"))) or plain_uuid(player),
        locked=bool(flag(raw.get("lock"))),
        rewards_blocked=bool(flag(raw.get("rewards_blocked"))),
        completed_ms={n: whole(at) for n, at in _entries(raw.get("completed"), decimal)},
        ready_ms={n: whole(at) for n, at in _entries(raw.get("repeatable"), decimal)},
    )


def _is_decimal(raw: Raw) -> bool:
    """Hexadecimal ids always have 16 digits; one of another length gives the decimal file away."""
    for name in _ID_MAPS:
        ids = raw.get(name)
        if isinstance(ids, dict) and any(len(number) != 16 for number in ids):
            return True
    return False


def _entries(value: object, decimal: bool) -> Iterator[tuple[int, object]]:  # noqa: FBT001
    for name, entry in value.items() if isinstance(value, dict) else ():
        if (number := _id(name, decimal)) is not None:
            yield number, entry


def _id(name: str, decimal: bool) -> int | None:  # noqa: FBT001
    return (
        object_id(whole(name, -1)) if decimal and name.lstrip("-").isdecimal() else object_id(name)
    )


def _claimed(value: object, player: str, decimal: bool) -> Iterator[int]:  # noqa: FBT001
    """Rewards of `uuid:ID` keys that this player, or the team, has taken."""
    for key in value if isinstance(value, dict) else ():
        owner, _, reward = key.rpartition(":")
        number = _id(reward, decimal)
        if number is not None and plain_uuid(owner) in (player, NOBODY):
            yield number
