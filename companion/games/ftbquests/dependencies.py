"""What a quest waits for: every old spelling of it, and circles that nobody can get out of."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping

from companion.games.ftbquests.raw_book import object_id


def read_dependencies(written: object, known: Collection[int], own: int) -> tuple[int, ...]:
    """Ids of a dependency field: strings, whole numbers, records with an id, or a single one.

    Args:
        written: The field.
        known: Ids that exist; others are dropped, as the game does.
        own: The quest's own id, which it cannot wait for.
    """
    entries = written if isinstance(written, list) else [written]
    ids = (object_id(e.get("id") if isinstance(e, dict) else e) for e in entries)
    return tuple(dict.fromkeys(n for n in ids if n is not None and n != own and n in known))


def in_circles(dependencies: Mapping[int, tuple[int, ...]]) -> frozenset[int]:
    """Quests that wait for themselves through others, and those that only such quests lead to."""
    waiting = {n: sum(d in dependencies for d in given) for n, given in dependencies.items()}
    followers: dict[int, list[int]] = {}
    for number, given in dependencies.items():
        for dependency in given:
            followers.setdefault(dependency, []).append(number)
    ready = deque(number for number, count in waiting.items() if count == 0)
    while ready:
        for follower in followers.get(ready.popleft(), ()):
            waiting[follower] -= 1
            if waiting[follower] == 0:
                ready.append(follower)
    return frozenset(number for number, count in waiting.items() if count > 0)
