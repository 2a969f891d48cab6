"""Who gets notices of quests, in which order after a binding, and what notices cost: nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from uuid import UUID

import pytest

from companion.engine.access.identity import CONSOLE
from companion.engine.builtin.quests.claim_refs import ClaimRefs
from companion.engine.builtin.quests.runtime import Around, QuestRuntime
from companion.engine.builtin.quests.tracker import look_at
from companion.engine.execution.result import AgentResult
from companion.engine.narration.stories import Stories
from companion.engine.players import LOCAL_PLAYER
from companion.engine.quest_views.scene import Scene, Standing
from companion.engine.services import Looked, Viewer
from companion.games.demo.link import DemoLink
from companion.games.quest_book import Progress
from companion.protocol.cards.quest_unlocked import QuestUnlockedOutput
from companion.protocol.cards.starter_gifts import StarterGiftOutput
from companion.protocol.cards.update import ShowCard
from companion.protocol.responses import Notice, ServerMessage
from companion.protocol.signon import Binding
from tests.helpers.clock import ManualClock
from tests.helpers.engine_client import Outsider, words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import NamedModel, thinking
from tests.helpers.quest_watch import watching
from tests.helpers.served_world import house

ME = LOCAL_PLAYER.uuid
BOOK = book_of(quest(1, "Wood"), quest(2, "Stone", dependencies=(1,)))


async def until_overview(alex: Outsider) -> list[ServerMessage]:
    came: list[ServerMessage] = []
    while not (came and any(isinstance(c, QuestUnlockedOutput) for c in cards_of(came[-1]))):
        came.append(await alex.receive())
    return came


def cards_of(message: ServerMessage) -> list[object]:
    if not isinstance(message, Notice):
        return []
    return [update.data for update in message.cards if isinstance(update, ShowCard)]


@pytest.mark.alone
@pytest.mark.behaviour("NOTE-022")
async def test_a_new_binding_is_told_before_gifts_and_gifts_before_the_overview(
    tmp_path: Path,
) -> None:
    link = DemoLink()
    link.submit_task(None, 0xB1200, 0xB1201)
    async with house(tmp_path, link=link) as served, served.player("Alex") as alex:
        await served.world.order("grant system:default Alex", CONSOLE)
        came = await until_overview(alex)
    kinds = [type(m) for m in came if isinstance(m, Binding)]
    kinds += [type(card) for message in came for card in cards_of(message)]
    assert kinds == [Binding, StarterGiftOutput, QuestUnlockedOutput]
    assert min(i for i, m in enumerate(came) if isinstance(m, Notice)) > next(
        i for i, m in enumerate(came) if isinstance(m, Binding)
    )


class HeldGame:
    """Shows one scene, each look held until it is let go."""

    def __init__(self) -> None:
        self.is_looking = asyncio.Event()
        self.go = asyncio.Event()

    async def look_for(
        self,
        lookers: Sequence[Viewer],
        function: Callable[[Scene], object],
        seen: Mapping[UUID, object],
    ) -> list[Looked[object]]:
        self.is_looking.set()
        await self.go.wait()
        scene = Scene(Standing(BOOK, Progress(known=True, team="t")), None)
        return [Looked(one.player, None, scene, look_at(scene)) for one in lookers]  # type: ignore[arg-type]


def runtime_over(game: HeldGame, told: list[AgentResult]) -> QuestRuntime:
    tell = lambda player, result: told.append(result)  # noqa: E731
    stories = Stories(None)  # type: ignore[arg-type]
    around = Around(game, ClaimRefs(ManualClock()), tell, lambda p: "en_us", stories)  # type: ignore[arg-type]
    return QuestRuntime(around, None)


async def compared(runtime: QuestRuntime, game: HeldGame) -> None:
    runtime.tick(0.0)
    assert runtime._comparing is not None
    game.go.set()
    await runtime._comparing


def bind(runtime: QuestRuntime) -> None:
    note = runtime.binding(ME)
    assert note is not None
    note(None)  # type: ignore[arg-type]


@pytest.mark.behaviour("NOTE-025")
@pytest.mark.parametrize("is_bound_anew", [True, False], ids=["bound anew", "only gone"])
async def test_what_was_seen_for_a_visit_that_ended_is_told_to_nobody(
    *, is_bound_anew: bool
) -> None:
    game, told = HeldGame(), list[AgentResult]()
    runtime = runtime_over(game, told)
    bind(runtime)
    runtime.entered(ME)
    runtime.tick(0.0)
    await game.is_looking.wait()
    runtime.left(ME)
    if is_bound_anew:
        bind(runtime)
        runtime.entered(ME)
    game.go.set()
    assert runtime._comparing is not None
    await runtime._comparing
    assert told == []
    if is_bound_anew:
        await compared(runtime, game)
        assert len(told) == 1


@pytest.mark.behaviour("NOTE-025")
async def test_nobody_is_looked_for_before_their_modules_are_ready() -> None:
    game, told = HeldGame(), list[AgentResult]()
    runtime = runtime_over(game, told)
    session = runtime.session(ME, "system:quests", None)  # type: ignore[arg-type]
    runtime.mark()
    runtime.tick(0.0)
    assert runtime._comparing is None
    session.ready()
    runtime.tick(0.0)
    assert runtime._comparing is not None
    game.go.set()
    await runtime._comparing


class CountingLink(FakeLink):
    """Acts for nobody; remembers that it was asked to."""

    acts = 0

    def claim_reward(self, player: object, quest: int, reward: int) -> None:
        self.acts += 1


@pytest.mark.behaviour("NOTE-028")
async def test_notices_ask_no_model_and_do_nothing_in_the_game(tmp_path: Path) -> None:
    model, link = NamedModel(), CountingLink(BOOK, Progress(known=True, team="t"))
    async with thinking(link, model, tmp_path) as someone:
        runtime = await watching(someone)
        link.done = Progress(known=True, team="t", completed=frozenset({1}))
        runtime.mark()
        await someone.peer.until(Notice, lambda one: "New quest: “Stone”" in words(one.text))
        await runtime.stories.organiser.settled(ME)
    assert (model.requests, link.acts) == ([], 0)
