"""What notices never do: flood, wait for a model, read files in a tick, tell of what was before."""

from __future__ import annotations

import threading
import uuid
from pathlib import Path

import pytest

from companion.engine.builtin.quests.notices import notices
from companion.engine.builtin.quests.tracker import MOST_COMPLETED, changes, look_at
from companion.engine.quest_views.scene import Scene, Standing
from companion.games.demo.link import DemoLink
from companion.games.link import GamePlayer
from companion.games.quest_book import Goods, Progress, QuestBook, Reward, quest_id_text
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_unlocked import QuestUnlockedOutput
from companion.protocol.cards.starter_gifts import StarterGiftOutput
from companion.protocol.requests import CardAction
from companion.protocol.responses import Notice
from tests.helpers.engine_client import Mind, words
from tests.helpers.engine_link import FakeLink, book_of, item_reward, quest
from tests.helpers.engine_world import world
from tests.helpers.quest_watch import watching

BOOK = book_of(quest(1, "Wood"), quest(2, "Stone", dependencies=(1,)))


def scene(book: QuestBook, *done: int) -> Scene:
    progress = Progress(known=True, team="t", completed=frozenset(done))
    return Scene(Standing(book, progress), None)


@pytest.mark.behaviour("NOTE-027", "QUEST-086")
def test_who_completes_a_whole_book_at_once_is_not_told_of_every_quest() -> None:
    book = book_of(*(quest(n, f"Quest {n}") for n in range(1, 400)))
    before, after = look_at(scene(book)), look_at(scene(book, *range(1, 400)))
    assert len(changes(before, after).completed) == MOST_COMPLETED == 256
    assert changes(after, look_at(scene(book, *range(1, 400)))).completed == ()


@pytest.mark.behaviour("NOTE-023")
def test_one_look_makes_at_most_one_list_of_new_quests() -> None:
    book = book_of(quest(1, "Wood"), *(quest(n, f"Q{n}", dependencies=(1,)) for n in range(2, 40)))
    after = scene(book, 1)
    told = [
        r.cards[0]
        for r in notices(after, changes(look_at(scene(book)), look_at(after)), "en", None, None)
    ]
    assert [type(card) for card in told] == [QuestOutput, QuestUnlockedOutput]


@pytest.mark.behaviour("NOTE-026")
async def test_what_was_open_before_somebody_came_is_no_news(tmp_path: Path) -> None:
    link = FakeLink(BOOK, Progress(known=True, team="t", completed=frozenset({1})))
    async with world(link, tmp_path) as someone:
        runtime = await watching(someone)
        runtime.looked.clear()
        link.done = Progress(known=True, team="t", completed=frozenset({1, 2}))
        runtime.mark()
        await someone.peer.until(Notice, lambda one: "Stone" in words(one.text))
    told = [words(m.text) for m in someone.peer.sent if isinstance(m, Notice)]
    assert told == ["Quest complete: “Stone”."]


class WatchedLink(FakeLink):
    """Remembers which threads read a player's progress."""

    readers: set[int]

    def progress(self, player: GamePlayer | None = None) -> Progress:
        """Note the thread, then read."""
        self.readers.add(threading.get_ident())
        return super().progress(player)


@pytest.mark.behaviour("NOTE-031")
async def test_a_tick_reads_no_players_file(tmp_path: Path) -> None:
    link = WatchedLink(BOOK)
    link.readers = set()
    async with world(link, tmp_path) as someone:
        await watching(someone)
    assert link.readers
    assert threading.get_ident() not in link.readers


class ActingLink(DemoLink):
    """Remembers on which thread it acts, and how often."""

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[int] = []

    def claim_reward(self, player: GamePlayer | None, quest: int, reward: int) -> None:
        """Note the thread, then claim."""
        self.acts.append(threading.get_ident())
        super().claim_reward(player, quest, reward)


async def gift_press(someone: Mind) -> CardAction:
    """The press of the button that takes all gifts."""
    card = (await someone.say("/gifts"))[1].card
    assert isinstance(card, StarterGiftOutput)
    (action,) = (
        b.action
        for b in card.build_card().buttons
        if isinstance(b.action, ServerAction) and "claim" in b.action.action
    )
    return CardAction(uuid.uuid4(), someone.player.cards.publish(), action.action, action.arguments)


@pytest.mark.behaviour("QUEST-004")
async def test_the_game_is_acted_on_in_its_own_loop_and_read_as_frozen_values(
    tmp_path: Path,
) -> None:
    link = ActingLink()
    link.submit_task(None, 0xB1200, 0xB1201)
    async with world(link, tmp_path) as someone:
        await someone.ask(await gift_press(someone))
    assert set(link.acts) == {threading.get_ident()}
    with pytest.raises(AttributeError):
        link.progress().completed = frozenset()  # type: ignore[misc]


@pytest.mark.behaviour("NOTE-032")
async def test_a_silent_claim_that_is_sent_twice_happens_once(tmp_path: Path) -> None:
    link = ActingLink()
    link.submit_task(None, 0xB1200, 0xB1201)
    async with world(link, tmp_path) as someone:
        press = await gift_press(someone)
        first = (await someone.ask(press))[1]
        acts = len(link.acts)
        await someone.ask(press)
        await someone.say("/quests")
    replies = [reply for reply in someone.peer.replies if reply.request == press.request]
    assert (first.spoken, acts > 0, len(link.acts)) == ((), True, acts)
    assert len(replies) == 2


@pytest.mark.behaviour("QUEST-021")
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("item", "The reward is yours."),
        ("command", "What the pack gives"),
        ("mod:song", "recorded"),
    ],
)
async def test_only_what_the_game_itself_gives_is_promised(
    kind: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = DemoLink()
    song = Reward(91, kind, "Song", Goods("", ""))
    book = book_of(quest(0xA1300, "Craft", rewards=(song, item_reward(92, "Apple"))))
    monkeypatch.setattr("companion.games.demo.link.demo_book", lambda _: book)
    async with world(link, tmp_path) as someone:
        shown = (await someone.press("system:quest_detail", quest=quest_id_text(0xA1300)))[1].card
        assert isinstance(shown, QuestOutput)
        action = shown.actions[0].action
        assert isinstance(action, ServerAction)
        _, told = await someone.press(action.action, **action.arguments)
    assert said in words(told.text)
