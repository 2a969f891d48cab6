"""The button that hands in: which one a quest has, and what it carries (QUEST-060, QUEST-062)."""

from __future__ import annotations

import pytest

from companion.engine.builtin.quests.detail import detail
from companion.engine.builtin.quests.notices import notices
from companion.engine.builtin.quests.offers import SUBMIT_ACTION, Page, with_offers
from companion.engine.builtin.quests.tracker import Changes
from companion.engine.quest_views.scene import Scene, Standing
from companion.games.quest_book import Goods, Progress, Task
from companion.protocol.cards.builder import CardButton, ServerAction
from companion.protocol.cards.quest_detail import QuestOutput
from tests.helpers.engine_link import book_of, item_reward, quest

TICK = Task(11, "checkmark", "Tick", Goods("", ""))
LOGS = Task(12, "item", "Oak Log", Goods("x:log", "Oak Log"), 1, consumes=True)
KILL = Task(13, "kill", "Defeat a zombie", Goods("", ""))


def shown(tasks: tuple[Task, ...], *, as_notice: bool) -> list[CardButton]:
    """The buttons that hand in, of a quest's detail or of the notice that it is new."""
    one = quest(1, "Quest", tasks=tasks, rewards=(item_reward(91, "Apple"),), can_repeat=True)
    scene = Scene(Standing(book_of(one), Progress(known=True)), None)
    if as_notice:
        card = next(notices(scene, Changes((), (1,)), "en", lambda q, r: "ref-12345", None)).cards[
            0
        ]
    else:
        plain = detail(scene, 1, "en").card
        assert isinstance(plain, QuestOutput)
        card = with_offers(plain, scene, one, Page(), lambda q, r: "ref-12345")
    return [
        b
        for b in card.build_card().buttons
        if isinstance(b.action, ServerAction) and b.action.action == SUBMIT_ACTION
    ]


@pytest.mark.behaviour("QUEST-060", "QUEST-062")
@pytest.mark.parametrize("as_notice", [False, True], ids=["detail", "notice"])
@pytest.mark.parametrize(
    ("tasks", "label", "only_ticks"),
    [
        ((TICK,), "button.quest.complete", True),
        ((TICK, LOGS), "button.quest.submit", False),
        ((LOGS,), "button.quest.submit", False),
    ],
    ids=["ticks", "ticks and items", "items"],
)
def test_a_button_says_what_it_does_and_hands_in_no_more(
    tasks: tuple[Task, ...], label: str, only_ticks: bool, as_notice: bool
) -> None:
    (button,) = shown(tasks, as_notice=as_notice)
    assert button.label.key == label
    assert isinstance(button.action, ServerAction)
    assert (button.action.arguments.get("checkmark_only") == "true") is only_ticks


@pytest.mark.parametrize("as_notice", [False, True], ids=["detail", "notice"])
def test_what_the_game_notices_has_no_button(as_notice: bool) -> None:
    assert shown((KILL,), as_notice=as_notice) == []
