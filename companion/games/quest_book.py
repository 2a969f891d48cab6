"""A quest book and a team's progress, whatever game or layout they came from.

Ids are 64-bit integers; `quest_id_text` gives the form players and commands know. Texts are in one
locale and keep `§` codes only: translation keys, JSON components, images and links are resolved.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


def quest_id_text(number: int) -> str:
    """The text form of an id: 16 upper-case hex digits, leading zeros kept."""
    return f"{number & 0xFFFF_FFFF_FFFF_FFFF:016X}"


class Goods(msgspec.Struct, frozen=True, gc=False):
    """An item or something shown like one.

    Attributes:
        item: Registry id, or empty.
        name: Display name in the book's locale.
        alternatives: Registry ids of which any will do; empty when only `item` does.
    """

    item: str
    name: str
    alternatives: tuple[str, ...] = ()


class Task(msgspec.Struct, frozen=True, gc=False):
    """One goal.

    Attributes:
        kind: Type as written, without the `ftbquests:` namespace.
        title: Display name: own title, else the automatic one ("3x Iron Ingot").
        goods: What it asks for, for the tile.
        needed: Amount; 1 for yes-or-no goals.
        optional: Does not count for completion.
        consumes: Items are handed in, and gone.
        screen_only: Can be handed in at a block in the game only.
        button: A goal of the pack's own that a press in the quest book fulfils.
        is_named: Whether its author gave the title.
    """

    id: int
    kind: str
    title: str
    goods: Goods
    needed: int = 1
    optional: bool = False
    consumes: bool = False
    screen_only: bool = False
    button: bool = False
    is_named: bool = False


class Draw(msgspec.Struct, frozen=True, gc=False):
    """One thing that a reward table may give.

    Attributes:
        kind: Type of the reward behind it.
        title: Display name.
        chance: From 0 to 1, of one draw; 1 for what is always granted or free to choose.
    """

    kind: str
    title: str
    goods: Goods
    count: int = 1
    chance: float = 1.0


class Reward(msgspec.Struct, frozen=True, gc=False):
    """One reward.

    Attributes:
        kind: Type as written, without the `ftbquests:` namespace.
        title: Display name.
        goods: What it gives; with alternatives, one or some of them.
        count: Amount.
        up_to: Largest amount where chance decides; 0 when `count` is sure.
        silent: Given by the game on its own and shown nowhere: never speak of it.
        team: One member takes it for all.
        auto: The game gives it without being asked.
        unblocked: May be taken although the team's rewards are held back.
        draws: What its table may give, the likeliest first.
        nothing: Chance that a draw gives nothing at all.
    """

    id: int
    kind: str
    title: str
    goods: Goods
    count: int = 1
    up_to: int = 0
    silent: bool = False
    team: bool = False
    auto: bool = False
    unblocked: bool = False
    draws: tuple[Draw, ...] = ()
    nothing: float = 0.0


class QuestRules(msgspec.Struct, frozen=True, gc=False):
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


class Quest(msgspec.Struct, frozen=True, gc=False):
    """One quest.

    Attributes:
        chapter: Id of its chapter.
        title: Display name, never empty.
        own_text: Whether title, subtitle or a description line of its own says something
            ("narratable").
        description: Lines; an empty one is a paragraph break, a form feed alone a page break.
        dependencies: Ids of quests, tasks, chapters or the file; only those that exist.
        cooldown_s: Seconds before a repeatable quest can be begun anew.
        in_order: Its tasks accept progress one after the other only.
        quiet: Its completion is not announced.
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
    cooldown_s: int = 0
    in_order: bool = False
    quiet: bool = False


class Chapter(msgspec.Struct, frozen=True, gc=False):
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


class Fault(msgspec.Struct, frozen=True, gc=False):
    """What could not be read.

    Attributes:
        file: Path relative to the quest folder.
        reason: In plain English, for the log and the command line.
    """

    file: str
    reason: str


class QuestBook(msgspec.Struct, frozen=True, gc=False):
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


class Progress(msgspec.Struct, frozen=True):
    """What a team has done. `known` is False for a folder without a save.

    Attributes:
        player: Name, or empty.
        completed: Ids of quests, tasks, chapters and the file.
        task_progress: Task id to amount done.
        claimed: Ids of rewards that this player or the team has taken.
        team: Id of the team, without dashes; empty where it is not known.
        locked: The team takes no progress now.
        rewards_blocked: The team's rewards are held back.
        completed_ms: Quest to when it was completed, in milliseconds since 1970; where known.
        ready_ms: Repeatable quest to when it may be begun again, likewise.
    """

    known: bool = False
    player: str = ""
    completed: frozenset[int] = frozenset()
    started: frozenset[int] = frozenset()
    task_progress: Mapping[int, int] = {}
    claimed: frozenset[int] = frozenset()
    team: str = ""
    locked: bool = False
    rewards_blocked: bool = False
    completed_ms: Mapping[int, int] = {}
    ready_ms: Mapping[int, int] = {}
