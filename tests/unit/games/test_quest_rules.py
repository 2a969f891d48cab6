"""What may be seen, started and claimed."""

from __future__ import annotations

import pytest

from companion.games.quest_book import (
    Chapter,
    Goods,
    Progress,
    Quest,
    QuestBook,
    QuestRules,
    Reward,
    Task,
)
from companion.games.quest_rules import (
    can_start,
    claimable,
    details_shown,
    is_completed,
    is_excluded,
    text_shown,
    unmet,
    visible,
)
from tests.helpers.steps import calls_for

NOTHING = Goods("", "")


def quest(number: int, *needs: int, rules: QuestRules | None = None) -> Quest:
    """A quest whose task is ten times its id, its reward a hundred times."""
    return Quest(
        id=number,
        chapter=1000,
        title=f"q{number}",
        own_text=True,
        tasks=(Task(number * 10, "checkmark", "t", NOTHING),),
        rewards=(Reward(number * 100, "xp", "r", NOTHING),),
        dependencies=needs,
        rules=rules or QuestRules(),
    )


def book(*quests: Quest, chapters: tuple[Chapter, ...] = ()) -> QuestBook:
    ids = tuple(q.id for q in quests)
    chapters = chapters or (Chapter(1000, "c", "", False, ids),)
    return QuestBook("", "demo", "en_us", chapters, {q.id: q for q in quests})


def done(*ids: int, started: tuple[int, ...] = ()) -> Progress:
    return Progress(known=True, completed=frozenset(ids), started=frozenset(started))


REQUIREMENTS = {
    "all need all": (QuestRules(), done(1), False),
    "all are there": (QuestRules(), done(1, 2), True),
    "one is enough": (QuestRules("one_completed"), done(2), True),
    "one is missing": (QuestRules("one_completed"), done(started=(1, 2)), False),
    "all started": (QuestRules("all_started"), done(1, started=(2,)), True),
    "one started": (QuestRules("one_started"), done(started=(2,)), True),
    "one of two by number": (QuestRules(min_required=1), done(2), True),
    "more than there are": (QuestRules(min_required=3), done(1, 2), False),
    "flexible": (QuestRules(flexible=True), done(), True),
}


@pytest.mark.parametrize(("rules", "progress", "expected"), REQUIREMENTS.values(), ids=REQUIREMENTS)
def test_dependencies_decide_what_can_start(
    rules: QuestRules, progress: Progress, expected: bool
) -> None:
    small = book(quest(1), quest(2), quest(3, 1, 2, rules=rules))
    assert can_start(small, progress, 3) is expected


@pytest.mark.parametrize("needed", [20, 1000, 1], ids=["a task", "a chapter", "the file"])
def test_tasks_chapters_and_the_file_can_be_dependencies(needed: int) -> None:
    small = book(quest(2), quest(7, needed))
    assert not can_start(small, done(), 7)
    assert can_start(small, done(needed), 7)


def test_unmet_dependencies_are_named_until_enough_are_met() -> None:
    small = book(
        quest(1), quest(2), quest(3, 1, 2), quest(4, 1, 2, rules=QuestRules("one_completed"))
    )
    assert unmet(small, done(1), 3) == (2,)
    assert unmet(small, done(1), 4) == ()


def test_a_quest_with_finished_tasks_stays_uncompleted_while_locked() -> None:
    small = book(quest(1), quest(2, 1))
    assert not is_completed(small, done(20), 2)
    assert not claimable(small, done(20), 2)


def test_rewards_wait_until_they_are_taken() -> None:
    small = book(quest(1))
    assert [r.id for r in claimable(small, done(1), 1)] == [100]
    taken = Progress(known=True, completed=frozenset({1}), claimed=frozenset({100}))
    assert claimable(small, taken, 1) == ()


def test_a_choice_closes_the_other_way_and_all_behind_it() -> None:
    gate = quest(1, rules=QuestRules(max_completable_dependents=1))
    small = book(
        gate,
        quest(2, 1),
        quest(3, 1),
        quest(4, 3),
        quest(5, 2, 4, rules=QuestRules("one_completed")),
    )
    progress = done(1, 2)
    assert [is_excluded(small, progress, n) for n in (1, 2, 3, 4, 5)] == [0, 0, 1, 1, 0]
    assert not can_start(small, progress, 3)


def test_closed_quests_disappear_where_the_pack_says_so() -> None:
    gate = quest(1, rules=QuestRules(max_completable_dependents=1))
    small = book(gate, quest(2, 1), quest(3, 1, rules=QuestRules(hide_excluded=True)))
    assert visible(small, done(1)) == {1, 2, 3}
    assert visible(small, done(1, 2)) == {1, 2}


VISIBILITY = {
    "seen with any dependency": (quest(3, 1, 2), done(), True),
    "invisible": (quest(3, rules=QuestRules(invisible=True)), done(), False),
    "invisible until completed": (quest(3, rules=QuestRules(invisible=True)), done(3), True),
    "invisible until a task": (
        quest(3, rules=QuestRules(invisible=True, invisible_until_tasks=1)),
        done(30),
        True,
    ),
    "until complete, not yet": (
        quest(3, 1, rules=QuestRules(hide_until_deps_complete=True)),
        done(),
        False,
    ),
    "until complete": (quest(3, 2, rules=QuestRules(hide_until_deps_complete=True)), done(2), True),
    "all must be visible": (
        quest(3, 1, 2, rules=QuestRules(hide_until_deps_visible=True)),
        done(),
        False,
    ),
    "only behind the hidden": (quest(3, 2), done(), False),
    "behind a task of the hidden": (quest(3, 20), done(), False),
    "behind the chapter": (quest(3, 1000), done(), True),
}


@pytest.mark.behaviour("QUEST-032")
@pytest.mark.parametrize(("third", "progress", "expected"), VISIBILITY.values(), ids=VISIBILITY)
def test_hidden_quests_stay_hidden(third: Quest, progress: Progress, expected: bool) -> None:
    small = book(quest(1), quest(2, rules=QuestRules(invisible=True)), third)
    assert (3 in visible(small, progress)) is expected


def test_an_invisible_chapter_hides_its_own_quests_but_not_those_that_need_them() -> None:
    chapters = (
        Chapter(1000, "shown", "", False, (2,), links=(3,)),
        Chapter(2000, "unseen", "", True, (1, 3)),
    )
    small = book(quest(1), quest(2, 1), quest(3), chapters=chapters)
    assert visible(small, done()) == {2, 3}


def test_a_circle_nobody_leads_into_stays_hidden_and_ends() -> None:
    assert visible(book(quest(2, 3), quest(3, 2), quest(4)), done()) == {4}
    assert visible(book(quest(2, 3), quest(3, 2, 4), quest(4)), done()) == {2, 3, 4}


def chain_of(length: int) -> QuestBook:
    return book(*(quest(n, *([n - 1] if n > 2 else [])) for n in range(2, length + 2)))


def test_long_chains_need_no_recursion_and_steps_in_proportion_to_their_length() -> None:
    short, long = chain_of(5_000), chain_of(20_000)
    assert len(visible(long, done())) == 20_000
    steps = calls_for(lambda: visible(long, done()))
    assert steps <= 4.2 * calls_for(lambda: visible(short, done()))


@pytest.mark.behaviour("QUEST-039")
def test_details_and_text_wait_for_their_moment() -> None:
    hidden = QuestRules(hide_details_until_startable=True, hide_text_until_complete=True)
    small = book(quest(1), quest(2, 1, rules=hidden))
    moments = [done(), done(1), done(1, 2)]
    assert [details_shown(small, p, 2) for p in moments] == [False, True, True]
    assert [text_shown(small, p, 2) for p in moments] == [False, False, True]


def test_unknown_quests_can_do_nothing() -> None:
    small, nobody = book(quest(1)), 99
    assert not can_start(small, done(nobody), nobody)
    assert not is_completed(small, done(nobody), nobody)
    assert not details_shown(small, done(nobody), nobody)
    assert claimable(small, done(nobody), nobody) == unmet(small, done(), nobody) == ()
