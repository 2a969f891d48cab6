"""A team's progress of 1.12: how far each task is; what is completed follows from the book."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from companion.games.ftbquests.progress import plain_uuid
from companion.games.ftbquests.raw_book import Raw, object_id, whole
from companion.games.quest_book import Progress, Quest, QuestBook
from companion.games.quest_rules import dependencies_needed


def read_classic_progress(raw: Raw, player: str, name: str, book: QuestBook) -> Progress:
    """What a team's file says.

    Args:
        raw: The file's compound.
        player: The player's UUID.
        name: The player's name, or empty.
        book: The book, in any locale.
    """
    amounts = _amounts(raw.get("Tasks"))
    tasks = [task for quest in book.quests.values() for task in quest.tasks]
    done = {task.id for task in tasks if amounts.get(task.id, 0) >= task.needed}
    begun = {q.id for q in book.quests.values() if any(amounts.get(t.id) for t in q.tasks)}
    by_player = raw.get("ClaimedPlayerRewards")
    own = by_player.items() if isinstance(by_player, dict) else ()
    claimed = [rewards for who, rewards in own if plain_uuid(who) == plain_uuid(player)]
    return Progress(
        known=True,
        player=name,
        completed=frozenset(done | _completed(book, done)),
        started=frozenset(begun | amounts.keys()),
        task_progress=amounts,
        claimed=frozenset(
            number for ids in (raw.get("ClaimedTeamRewards"), *claimed) for number in _numbers(ids)
        ),
    )


def _amounts(value: object) -> dict[int, int]:
    pairs = value.items() if isinstance(value, dict) else ()
    return {number: whole(n) for key, n in pairs if (number := object_id(key)) is not None}


def _numbers(value: object) -> list[int]:
    """Ids that were saved as signed 32-bit numbers."""
    entries = value if isinstance(value, list) else []
    return [entry & 0xFFFF_FFFF for entry in entries if isinstance(entry, int)]


def _completed(book: QuestBook, done: Collection[int]) -> set[int]:
    """Quests whose tasks are done and whose dependencies are completed, followed link by link."""
    followers: dict[int, list[int]] = {}
    for number, quest in book.quests.items():
        for dependency in quest.dependencies:
            followers.setdefault(dependency, []).append(number)
    completed: set[int] = set()
    queue = deque(n for n, quest in book.quests.items() if _tasks_done(quest, done))
    while queue:
        quest = book.quests[queue.popleft()]
        if quest.id in completed or not _tasks_done(quest, done):
            continue
        met = sum(d in completed or d in done for d in quest.dependencies)
        if met >= dependencies_needed(quest, len(quest.dependencies)):
            completed.add(quest.id)
            queue.extend(followers.get(quest.id, ()))
    return completed


def _tasks_done(quest: Quest, done: Collection[int]) -> bool:
    wanted = [task.id for task in quest.tasks if not task.optional]
    if wanted:
        return all(task in done for task in wanted)
    return any(task.id in done for task in quest.tasks)
