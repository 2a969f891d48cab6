"""A quest book and a team's progress, whatever game or layout they came from.

Ids are 64-bit integers; `quest_id_text` gives the form players and commands know. Texts are in one
locale and keep `§` codes only: translation keys, JSON components, images and links are resolved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def quest_id_text(number: int) -> str:
    """The text form of an id: 16 upper-case hex digits, leading zeros kept."""
    return f"{number & 0xFFFF_FFFF_FFFF_FFFF:016X}"


@dataclass(frozen=True, slots=True)
class Goods:
    """An item or something shown like one.

    Attributes:
        item: Registry id, or empty.
        name: Display name in the book's locale.
        alternatives: Registry ids of which any will do; empty when only `item` does.
    """

    item: str
    name: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """One goal.

    Attributes:
        kind: Type as written, without the `ftbquests:` namespace.
        title: Display name: own title, else the automatic one ("3x Iron Ingot").
        goods: What it asks for, for the tile.
        needed: Amount; 1 for yes-or-no goals.
        optional: Does not count for completion.
    """

    id: int
    kind: str
    title: str
    goods: Goods
    needed: int = 1
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Reward:
    """One reward.

    Attributes:
        kind: Type as written, without the `ftbquests:` namespace.
        title: Display name.
        goods: What it gives; with alternatives, one or some of them.
        count: Amount.
        up_to: Largest amount where chance decides; 0 when `count` is sure.
        silent: Given by the game on its own and shown nowhere: never speak of it.
    """

    id: int
    kind: str
    title: str
    goods: Goods
    count: int = 1
    up_to: int = 0
    silent: bool = False


@dataclass(frozen=True, slots=True)
class QuestRules:
    """What decides whether a quest can start and may be seen; tristates are resolved.

    Attributes:
        requirement: all_completed, one_completed, all_started or one_started.
        min_required: More than 0 overrides `requirement`.
        max_completable_dependents: More than 0 lets only so many dependants be completed.
        invisible: Hidden until completed, or until `invisible_until_tasks` tasks are done.
        flexible: Progress counts before the dependencies are met.
        hide_excluded: Hidden once choices made elsewhere have closed it.
    """

    requirement: str = "all_completed"
    min_required: int = 0
    max_completable_dependents: int = 0
    invisible: bool = False
    invisible_until_tasks: int = 0
    hide_until_deps_visible: bool = False
    hide_until_deps_complete: bool = False
    hide_details_until_startable: bool = False
    hide_text_until_complete: bool = False
    flexible: bool = False
    hide_excluded: bool = False


@dataclass(frozen=True, slots=True)
class Quest:
    """One quest.

    Attributes:
        chapter: Id of its chapter.
        title: Display name, never empty.
        own_text: Whether title, subtitle or a description line of its own says something
            ("narratable").
        description: Lines; an empty one is a paragraph break, a form feed alone a page break.
        dependencies: Ids of quests, tasks, chapters or the file; only those that exist.
    """

    id: int
    chapter: int
    title: str
    own_text: bool
    subtitle: str = ""
    description: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    rewards: tuple[Reward, ...] = ()
    dependencies: tuple[int, ...] = ()
    rules: QuestRules = QuestRules()
    icon: Goods = Goods("", "")
    optional: bool = False
    can_repeat: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter; its quests in book order.

    Attributes:
        links: Quests of other chapters that are shown here too; never counted twice.
    """

    id: int
    title: str
    group: str
    always_invisible: bool
    quests: tuple[int, ...]
    subtitle: tuple[str, ...] = ()
    links: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """What could not be read.

    Attributes:
        file: Path relative to the quest folder.
        reason: In plain English, for the log and the command line.
    """

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class QuestBook:
    """A whole book in one locale.

    Attributes:
        layout: `A`, `B`, `C`, `C'`, `D`, or `demo`.
        chapters: In display order.
        quests: By id, in display order; also those that nobody may see yet.
        faults: What could not be read; the rest of the book is whole.
    """

    title: str
    layout: str
    locale: str
    chapters: tuple[Chapter, ...]
    quests: Mapping[int, Quest]
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """What a team has done. `known` is False for a folder without a save.

    Attributes:
        player: Name, or empty.
        completed: Ids of quests, tasks, chapters and the file.
        task_progress: Task id to amount done.
        claimed: Ids of rewards that this player or the team has taken.
    """

    known: bool = False
    player: str = ""
    completed: frozenset[int] = frozenset()
    started: frozenset[int] = frozenset()
    task_progress: Mapping[int, int] = field(default_factory=dict)
    claimed: frozenset[int] = frozenset()
