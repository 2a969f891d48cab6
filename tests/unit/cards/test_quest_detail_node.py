"""A quest's detail: state, text, goals and rewards of both kinds, and choices."""

from __future__ import annotations

import msgspec
import pytest

from companion.cards.view import (
    BoundDivider,
    BoundIcons,
    BoundItems,
    BoundList,
    BoundQuestDetail,
    Variant,
)
from companion.language.phrase import literal
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.quest_detail import QuestChoiceOutput, QuestOutput
from companion.protocol.cards.quest_list import QuestState
from tests.helpers import cards_make as make

CLAIM = ServerAction("system:quest_claim", {"ref": "c"})


def detail_of(card: CardData, variant: Variant = Variant.FULL) -> BoundQuestDetail:
    view = make.view_of(card, variant=variant)
    assert view.fault == ""
    return next(node for node in view.nodes if isinstance(node, BoundQuestDetail))


def quest(**more: object) -> QuestOutput:
    return msgspec.structs.replace(make.quest_detail(), **more)


@pytest.mark.behaviour("CARD-039", "QUEST-075")
def test_goals_that_are_no_items_are_marks_with_words() -> None:
    icons = (
        QuestIconOutput("ftbquests:kill", "§cZombies", done=3, total=10),
        QuestIconOutput("example:odd", "Something odd", "3-5", hints=(literal("a hint"),)),
    )

    marks = [n for n in detail_of(quest(task_icons=icons)).children if isinstance(n, BoundIcons)]

    kill, odd = marks[0].icons
    assert (kill.kind, kill.amount, kill.fraction, kill.done) == (
        "ftbquests:kill",
        "3 of 10",
        0.3,
        False,
    )
    assert (odd.kind, odd.amount, odd.hints, odd.fraction) == (
        "example:odd",
        "3-5",
        ("a hint",),
        -1.0,
    )


@pytest.mark.behaviour("QUEST-078")
def test_rewards_to_choose_from_are_numbered_rows_where_they_can_be_taken() -> None:
    choices = (
        QuestChoiceOutput("Gold", make.FURNACE, action=CLAIM),
        QuestChoiceOutput("Levels", icon=QuestIconOutput("ftbquests:xp_levels", "Levels", "3-5")),
    )

    view = make.view_of(quest(choices=choices))
    children = detail_of(quest(choices=choices)).children

    assert isinstance(children[-2], BoundDivider)
    assert isinstance(children[-1], BoundList)
    gold, levels = children[-1].entries
    assert (gold.choice is not None, gold.icon, levels.choice, levels.detail) == (
        True,
        make.FURNACE,
        None,
        "3-5",
    )
    assert [choice.action for choice in view.choices] == [CLAIM]


@pytest.mark.behaviour("QUEST-016")
def test_no_more_than_eight_options_and_four_rewards_where_room_is_short() -> None:
    card = quest(
        choices=tuple(QuestChoiceOutput(f"C{n}", action=CLAIM) for n in range(17)),
        rewards=(make.FURNACE,) * 9,
        tasks=(),
    )

    children = detail_of(card, Variant.NOTIFICATION).children

    assert isinstance(children[0], BoundItems)
    assert (len(children[0].groups[0].items), children[0].groups[0].more) == (4, 5)
    assert isinstance(children[-1], BoundList)
    assert len(children[-1].entries) == 8


@pytest.mark.parametrize(
    ("more", "fraction"),
    [
        ({"tasks": (), "task_icons": ()}, -1.0),
        ({"tasks": (make.FURNACE,)}, 0.75),
        ({"tasks": (make.FURNACE, msgspec.structs.replace(make.FURNACE, have=8))}, 0.5),
        ({"tasks": (), "task_icons": (QuestIconOutput("a:b", "x", done=1, total=1),)}, 1.0),
    ],
)
def test_progress_is_how_far_the_one_goal_is_or_how_many_are_reached(
    more: dict[str, object], fraction: float
) -> None:
    assert detail_of(quest(**more)).fraction == fraction


def test_what_must_be_done_first_is_said_in_words() -> None:
    bound = detail_of(quest(missing=("§aIron", "Coal"), state=QuestState.LOCKED))

    assert (bound.missing, bound.missing_words) == (("Iron", "Coal"), "First finish: Iron, Coal")
    assert bound.state_word == "Locked"


def test_a_long_text_is_short_over_the_game_and_whole_in_the_window() -> None:
    card = quest(description=tuple("abcdefgh"))

    assert len(detail_of(card).description) == 8
    assert len(detail_of(card, Variant.COMPACT).description) == 4


@pytest.mark.parametrize(
    ("state", "line", "said"),
    [
        pytest.param(
            QuestState.CLAIMABLE, "2 rewards wait", ("2 rewards wait", ""), id="claimable"
        ),
        pytest.param(QuestState.CLAIMABLE, "", ("Reward waiting", ""), id="claimable, no line"),
        pytest.param(QuestState.STARTED, "6 of 8", ("Started", "6 of 8"), id="word and line"),
        pytest.param(QuestState.STARTED, "Started", ("Started", ""), id="the same twice"),
    ],
)
def test_a_state_is_said_once(state: QuestState, line: str, said: tuple[str, str]) -> None:
    detail = detail_of(quest(state=state, line=literal(line)))

    assert (detail.state_word, detail.line) == said
