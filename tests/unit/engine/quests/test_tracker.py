"""What a team is told between two looks at the game, and what it is not."""

from __future__ import annotations

import pytest

from companion.engine.builtin.quests.notices import notices, welcome
from companion.engine.builtin.quests.tracker import Changes, changes, look_at
from companion.engine.quest_views.scene import Scene, Standing
from companion.games.quest_book import Goods, Progress, Quest, QuestBook, Reward, Task
from companion.language.translations import merged
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_unlocked import QuestUnlockedOutput
from companion.protocol.cards.starter_gifts import StarterGiftOutput
from companion.support.resources import translation_tables
from tests.helpers.engine_link import HIDDEN, book_of, item_reward, quest

APPLE = item_reward(91, "Apple", 2)
TICK = Task(81, "checkmark", "Tick", Goods("", ""))
BOOK = book_of(
    quest(1, "Wood", rewards=(APPLE,)),
    quest(2, "Stone", dependencies=(1,)),
    quest(3, "Clay", dependencies=(1,)),
    quest(4, "Secret", dependencies=(1,), rules=HIDDEN),
    quest(5, "Box", dependencies=(1,), tasks=(TICK,), rewards=(item_reward(92, "Bread"),)),
    quest(6, "Iron", dependencies=(2,)),
)


def scene(*done: int, book: QuestBook = BOOK, **more: object) -> Scene:
    at = {number: 1000 + place for place, number in enumerate(done)}
    fields = {"team": "t", "completed_ms": at, **more}
    progress = Progress(known=True, completed=frozenset(done), **fields)  # type: ignore[arg-type]
    return Scene(Standing(book, progress), None)


def between(before: Scene, after: Scene) -> Changes:
    return changes(look_at(before), look_at(after))


def told(after: Scene, found: Changes) -> list[object]:
    results = notices(after, found, "en", lambda q, r: f"ref-{q}-{r}", lambda q: f"gift-{q}")
    return [result.cards[0] for result in results]


def said(card: object) -> str:
    words = merged("en_us", translation_tables())
    return " ".join(words.render(sentence) for sentence in card.spoken)  # type: ignore[attr-defined]


def test_a_first_look_is_no_news() -> None:
    assert changes(None, look_at(scene(1))) == Changes()


@pytest.mark.behaviour("QUEST-023")
def test_what_a_completion_opens_is_found_in_book_order() -> None:
    assert between(scene(), scene(1)) == Changes((1,), (2, 3, 5))


@pytest.mark.behaviour("QUEST-025")
def test_completions_come_in_the_order_they_happened() -> None:
    assert between(scene(), scene(2, 1)).completed == (2, 1)


@pytest.mark.behaviour("QUEST-030")
def test_a_reset_quest_is_no_unlock() -> None:
    assert between(scene(1, 2), scene(1)) == Changes()


REBUILT = {
    "the team is locked": scene(1, locked=True),
    "another team": scene(1, team="other"),
    "the files were read anew": scene(1, book=book_of(*BOOK.quests.values())),
}


@pytest.mark.behaviour("QUEST-031")
@pytest.mark.parametrize("after", REBUILT.values(), ids=REBUILT.keys())
def test_what_only_rebuilds_the_baseline(after: Scene) -> None:
    assert between(scene(), after) == Changes()


def test_a_repeatable_quest_is_completed_once_a_round() -> None:
    again = scene(1, completed_ms={1: 2000})
    assert between(scene(1), again).completed == (1,)
    assert between(again, again) == Changes()


def test_a_quest_that_asks_nothing_is_no_news() -> None:
    book = book_of(quest(1, "Wood"), quest(2, "Read me", dependencies=(1,), tasks=(TICK,)))
    assert between(scene(book=book), scene(1, book=book)).unlocked == ()


def test_a_quiet_quest_is_not_announced() -> None:
    book = book_of(quest(1, "Wood", quiet=True))
    assert between(scene(book=book), scene(1, book=book)).completed == ()


@pytest.mark.behaviour("QUEST-027", "QUEST-028", "QUEST-029")
def test_completions_then_gifts_then_one_list_that_only_counts() -> None:
    after = scene(1)
    cards = told(after, between(scene(), after))
    kinds = [type(card) for card in cards]
    assert kinds == [QuestOutput, StarterGiftOutput, QuestUnlockedOutput]
    assert said(cards[2]).casefold() == "two new quests are open."
    assert isinstance(cards[2], QuestUnlockedOutput)
    assert [row.title for row in cards[2].quests] == ["Stone", "Clay"]
    assert cards[2].build_card().arguments["unlock_notice"] is True


@pytest.mark.behaviour("QUEST-026", "NARR-014")
def test_exactly_one_new_quest_is_shown_in_full_and_told_as_new() -> None:
    after = scene(1, 2)
    (_, iron) = told(after, between(scene(1), after))
    assert isinstance(iron, QuestOutput)
    assert said(iron).startswith("New quest: “Iron”.")


def rewarded(*rewards: Reward) -> list[ServerAction]:
    """The buttons of the notice of a completed quest."""
    book = book_of(quest(1, "Wood", rewards=rewards))
    (card,) = told(scene(1, book=book), Changes((1,)))
    assert isinstance(card, QuestOutput)
    return [b.action for b in card.actions if isinstance(b.action, ServerAction)]


@pytest.mark.behaviour("QUEST-073", "QUEST-084")
@pytest.mark.parametrize(
    ("rewards", "action"),
    [
        ((APPLE,), "system:quest_claim"),
        ((APPLE, item_reward(92, "Bread")), "system:quest_detail"),
        ((Reward(93, "choice", "Choose", Goods("", "")),), "system:quest_detail"),
        ((), "system:quest_detail"),
    ],
    ids=["one", "several", "a choice", "none"],
)
def test_only_a_single_plain_reward_is_claimed_from_the_notice(
    rewards: tuple[Reward, ...], action: str
) -> None:
    assert [one.action for one in rewarded(*rewards)] == [action]


@pytest.mark.behaviour("QUEST-071")
def test_a_gifts_completion_is_not_pushed() -> None:
    assert told(scene(1, 5), Changes((5,))) == []


def test_what_is_hidden_is_never_told() -> None:
    assert told(scene(1), Changes((4,), (4,))) == []


@pytest.mark.behaviour("QUEST-033", "QUEST-034")
def test_the_welcome_counts_and_names_three() -> None:
    quests: list[Quest] = [quest(n, f"Quest {n}") for n in range(1, 6)]
    gift = quest(9, "Box", tasks=(TICK,), rewards=(APPLE,))
    both = [r.cards[0] for r in welcome(scene(book=book_of(*quests, gift)), "en", None)]
    assert [type(card) for card in both] == [StarterGiftOutput, QuestUnlockedOutput]
    assert said(both[1]).casefold() == "five quests are open for you."
    assert isinstance(both[1], QuestUnlockedOutput)
    assert len(both[1].quests) == 3
    (only,) = welcome(scene(book=book_of(*quests)), "en", None)
    assert isinstance(only.cards[0], QuestUnlockedOutput)
