"""Looks at the game for many players: each sees their own, and what did not change is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from uuid import UUID

from companion.engine.execution.workers import Workers
from companion.engine.quest_views.scene import Glance, Scene, SceneReader
from companion.engine.services import Game, Looked, Viewer
from companion.games.link import GamePlayer
from companion.games.quest_book import Progress, QuestBook
from tests.helpers.clock import ManualClock
from tests.helpers.engine_link import FakeLink, book_of, quest

ALEX, STEVE = UUID(int=1), UUID(int=2)
NAMES = {ALEX: "Alex", STEVE: "Steve"}
BOTH = [Viewer(ALEX, "en_us"), Viewer(STEVE, "zh_cn")]


class CountingLink(FakeLink):
    """Counts how often the book was asked for."""

    books = 0

    def book(self, locale: str) -> QuestBook:
        self.books += 1
        return super().book(locale)


def two_players() -> CountingLink:
    others = {name: Progress(known=True, player=name) for name in NAMES.values()}
    return CountingLink(book_of(quest(1, "Wood"), quest(2, "Stone")), others=others)


@contextmanager
def game(link: FakeLink, clock: ManualClock | None = None) -> Iterator[Game]:
    workers = Workers("test", 1, 8)
    workers.start()
    scenes = SceneReader(link, clock or ManualClock())
    try:
        yield Game(scenes, workers, lambda player: GamePlayer(player, NAMES[player]))
    finally:
        workers.stop()


def who(scene: Scene) -> str:
    return scene.progress.player


async def seen_by_all(there: Game) -> Mapping[UUID, Glance]:
    return {one.player: one.glance for one in await there.look_for(BOTH, who, {})}


async def test_each_player_sees_their_own() -> None:
    with game(two_players()) as there:
        found: list[Looked[str]] = await there.look_for(BOTH, who, {})
    assert {one.player: one.found for one in found} == NAMES


async def test_whoever_would_see_the_same_is_left_out() -> None:
    link = two_players()
    with game(link) as there:
        seen = await seen_by_all(there)
        assert await there.look_for(BOTH, who, seen) == []
        link.others = {**link.others, "Steve": Progress(known=True, player="Steve")}
        assert [one.player for one in await there.look_for(BOTH, who, seen)] == [STEVE]


async def test_another_book_is_seen_by_everybody() -> None:
    link = two_players()
    with game(link) as there:
        seen = await seen_by_all(there)
        link.quest_book = book_of(quest(1, "Wood"))
        assert len(await there.look_for(BOTH, who, seen)) == 2


async def test_a_pause_that_is_over_is_seen_though_nothing_was_written() -> None:
    link, clock = two_players(), ManualClock()
    soon = int(clock.wall() * 1000) + 60_000
    waiting = Progress(known=True, player="Steve", ready_ms={1: soon})
    link.others = {**link.others, "Steve": waiting}
    with game(link, clock) as there:
        seen = await seen_by_all(there)
        clock.advance(61)
        assert [one.player for one in await there.look_for(BOTH, who, seen)] == [STEVE]


async def test_for_players_of_one_language_the_book_is_asked_for_once() -> None:
    link = two_players()
    alike = [Viewer(player, "en_us") for player in NAMES]
    with game(link) as there:
        seen = {one.player: one.glance for one in await there.look_for(alike, who, {})}
        link.books = 0
        await there.look_for(alike, who, seen)
    assert link.books == 1
