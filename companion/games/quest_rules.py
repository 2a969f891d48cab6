"""What a team may see, start and claim: FTB Quests' own rules, as pure functions.

Everything takes a book and a progress and answers from those alone. Ids of dependencies may be
quests, tasks, chapters or the file; ids that exist nowhere are dropped before any rule is asked.
Nothing recurses, so chains of any length and circles of dependencies are safe: a circle that no
visible quest leads into stays hidden.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping

from companion.games.quest_book import Progress, Quest, QuestBook, Reward

FILE_ID = 1
"""The id of the quest file itself, as a dependency."""

_ONE_OF = frozenset({"one_completed", "one_started"})
_STARTED_IS_ENOUGH = frozenset({"all_started", "one_started"})


def visible(book: QuestBook, progress: Progress) -> frozenset[int]:
    """Ids of the quests that this team's quest book shows; all others must stay unspoken."""
    return _in_shown_chapters(book, _visible_by_own_rules(book, progress))


def can_start(book: QuestBook, progress: Progress, quest_id: int) -> bool:
    """Whether the quest's tasks accept progress now.

    Without a known progress only quests without dependencies count as startable.
    """
    quest = book.quests.get(quest_id)
    if quest is None or is_excluded(book, progress, quest_id):
        return False
    return quest.rules.flexible or is_satisfied(quest, progress)


def is_completed(book: QuestBook, progress: Progress, quest_id: int) -> bool:
    """Whether the game has recorded the quest as completed.

    Finished tasks alone are not enough: a quest that is still locked stays uncompleted.
    """
    return quest_id in book.quests and quest_id in progress.completed


def claimable(book: QuestBook, progress: Progress, quest_id: int) -> tuple[Reward, ...]:
    """The rewards that wait to be taken; empty for a quest that is not completed.

    Rewards that a team's blocking holds back do not wait.
    """
    if not is_completed(book, progress, quest_id):
        return ()
    return tuple(
        reward
        for reward in book.quests[quest_id].rewards
        if reward.id not in progress.claimed
        and not reward.silent
        and (reward.unblocked or not progress.rewards_blocked)
    )


def cooling(progress: Progress, now_ms: int) -> frozenset[int]:
    """Repeatable quests whose next round may not begin yet.

    Args:
        progress: What the team has done.
        now_ms: Milliseconds since 1970.
    """
    return frozenset(quest for quest, ready in progress.ready_ms.items() if ready > now_ms)


def unmet(book: QuestBook, progress: Progress, quest_id: int) -> tuple[int, ...]:
    """Dependencies that still hold the quest back, in book order; empty once they are satisfied."""
    quest = book.quests.get(quest_id)
    if quest is None or is_satisfied(quest, progress):
        return ()
    return _missing(quest, progress)


def is_satisfied(quest: Quest, progress: Progress) -> bool:
    """Whether enough of a quest's dependencies are met."""
    count = len(quest.dependencies)
    if not count:
        return True
    return count - len(_missing(quest, progress)) >= dependencies_needed(quest, count)


def dependencies_needed(quest: Quest, of: int) -> int:
    """How many of `of` dependencies must be met before the quest can start."""
    if quest.rules.min_required > 0:
        return quest.rules.min_required
    return 1 if quest.rules.requirement in _ONE_OF else of


def is_excluded(book: QuestBook, progress: Progress, quest_id: int) -> bool:
    """Whether choices made elsewhere have closed the quest for good (it counts as optional)."""
    return quest_id in _excluded(book, progress)


def details_shown(book: QuestBook, progress: Progress, quest_id: int) -> bool:
    """Whether tasks, rewards and text may be shown and spoken."""
    quest = book.quests.get(quest_id)
    if quest is None:
        return False
    if not quest.rules.hide_details_until_startable:
        return True
    return quest_id in progress.completed or can_start(book, progress, quest_id)


def text_shown(book: QuestBook, progress: Progress, quest_id: int) -> bool:
    """Whether subtitle and description may be shown and spoken."""
    if not details_shown(book, progress, quest_id):
        return False
    hidden_text = book.quests[quest_id].rules.hide_text_until_complete
    return not hidden_text or quest_id in progress.completed


def _missing(quest: Quest, progress: Progress) -> tuple[int, ...]:
    started = progress.started if quest.rules.requirement in _STARTED_IS_ENOUGH else frozenset()
    return tuple(d for d in quest.dependencies if d not in progress.completed and d not in started)


def _excluded(book: QuestBook, progress: Progress) -> frozenset[int]:
    """All closed quests; remembered for the pair that was asked for last."""
    global _last_excluded  # noqa: PLW0603 - a cache of one entry, replaced whole
    known_book, known_progress, excluded = _last_excluded
    if known_book is not book or known_progress is not progress:
        excluded = _find_excluded(book, progress)
        _last_excluded = (book, progress, excluded)
    return excluded


_last_excluded: tuple[QuestBook | None, Progress | None, frozenset[int]] = (None, None, frozenset())


def _find_excluded(book: QuestBook, progress: Progress) -> frozenset[int]:
    """Follow closed paths from gates that let no more dependants through.

    A path is closed when its quest is such a gate, or is itself closed and not completed; a quest
    is closed when too few of the paths to it are left. Only quests count as paths.
    """
    full = _full_gates(book, progress)
    if not full:
        return frozenset()
    dependants: dict[int, list[int]] = {}
    open_paths: dict[int, int] = {}
    for number, quest in book.quests.items():
        paths = [d for d in quest.dependencies if d in book.quests]
        open_paths[number] = len(paths) - (dependencies_needed(quest, len(paths)) if paths else 0)
        for path in paths:
            dependants.setdefault(path, []).append(number)
    excluded: set[int] = set()
    queue = deque(full)
    while queue:
        for number in dependants.get(queue.popleft(), ()):
            open_paths[number] -= 1
            if open_paths[number] == -1 and number not in progress.completed:
                excluded.add(number)
                if number not in full:
                    queue.append(number)
    return frozenset(excluded)


def _full_gates(book: QuestBook, progress: Progress) -> frozenset[int]:
    """Quests after which as many others were completed as they allow."""
    limits = {
        number: quest.rules.max_completable_dependents
        for number, quest in book.quests.items()
        if quest.rules.max_completable_dependents > 0
    }
    if not limits:
        return frozenset()
    done = (book.quests[number] for number in progress.completed if number in book.quests)
    taken = Counter(gate for other in done for gate in other.dependencies if gate in limits)
    return frozenset(gate for gate, limit in limits.items() if taken[gate] >= limit)


def _visible_by_own_rules(book: QuestBook, progress: Progress) -> set[int]:
    """Grow the visible set outwards from quests that need none, until nothing changes.

    Chapters and the file join the set as soon as something in them shows: they can be dependencies.
    """
    tasks = {task.id: quest.id for quest in book.quests.values() for task in quest.tasks}
    homes = _homes(book)
    missing: dict[int, int] = {}
    waiting: dict[int, list[int]] = {}
    queue: deque[int] = deque()
    for number, quest in book.quests.items():
        if not _may_ever_show(book, progress, quest):
            continue
        missing[number] = _visible_dependencies_needed(quest)
        if missing[number] <= 0:
            queue.append(number)
        for dependency in quest.dependencies:
            waiting.setdefault(tasks.get(dependency, dependency), []).append(number)
    seen: set[int] = set()
    while queue:
        node = queue.popleft()
        if node in seen:
            continue
        seen.add(node)
        queue.extend(homes.get(node, ()))
        for number in waiting.get(node, ()):
            missing[number] -= 1
            if missing[number] == 0:
                queue.append(number)
    return seen


def _homes(book: QuestBook) -> Mapping[int, list[int]]:
    """What comes into sight with a quest: its chapters; and with a chapter: the file."""
    homes: dict[int, list[int]] = {}
    for chapter in book.chapters:
        if not chapter.always_invisible:
            homes.setdefault(chapter.id, []).append(FILE_ID)
            for quest in (*chapter.quests, *chapter.links):
                homes.setdefault(quest, []).append(chapter.id)
    return homes


def _may_ever_show(book: QuestBook, progress: Progress, quest: Quest) -> bool:
    rules = quest.rules
    if rules.invisible and quest.id not in progress.completed:
        done = sum(task.id in progress.completed for task in quest.tasks)
        if rules.invisible_until_tasks <= 0 or done < rules.invisible_until_tasks:
            return False
    if rules.hide_excluded and is_excluded(book, progress, quest.id):
        return False
    return not rules.hide_until_deps_complete or is_satisfied(quest, progress)


def _visible_dependencies_needed(quest: Quest) -> int:
    if not quest.dependencies or quest.rules.hide_until_deps_complete:
        return 0
    return (
        dependencies_needed(quest, len(quest.dependencies))
        if quest.rules.hide_until_deps_visible
        else 1
    )


def _in_shown_chapters(book: QuestBook, candidates: set[int]) -> frozenset[int]:
    """Keep quests of chapters that are shown, and quests that such a chapter links to."""
    shown: set[int] = set()
    for chapter in book.chapters:
        if not chapter.always_invisible:
            shown.update(q for q in (*chapter.quests, *chapter.links) if q in candidates)
    return frozenset(shown)
