"""`/play` in the demo world, and its absence elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.demo.link import DemoLink
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.responses import Notice
from companion.support.errors import Failure
from tests.helpers.engine_client import Mind, Told, words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import world
from tests.helpers.quest_watch import watching


async def say(someone: Mind, text: str) -> Told:
    return (await someone.say(text))[1]


async def test_playing_moves_a_goal_and_shows_where_the_quest_stands(tmp_path: Path) -> None:
    async with world(DemoLink(), tmp_path) as someone:
        told = await say(someone, "/play milk and eggs")
    assert words(told.text) == "Done in the demo world: Milk Bucket."
    assert isinstance(told.card, QuestOutput)
    assert [tile.done for tile in told.card.tasks] == [True, False]


class GivingLink(DemoLink):
    """Puts honey into hands, and counts nothing."""

    def play(self, player: object, quest: int) -> int:
        """Play for the honey."""
        return 0xB1201


async def test_what_is_to_be_handed_in_is_said(tmp_path: Path) -> None:
    async with world(GivingLink(), tmp_path) as someone:
        told = await say(someone, "/play honey for everyone")
    assert words(told.text) == "You now have what “Honey for Everyone” asks for. Hand it in."


async def test_where_only_the_book_helps_nothing_is_promised(tmp_path: Path) -> None:
    async with world(DemoLink(), tmp_path) as someone:
        told = await say(someone, "/play honey for everyone")
    assert words(told.text).endswith("nothing is left to do out in the world.")


async def test_without_a_name_the_quest_that_is_done_soonest_moves(tmp_path: Path) -> None:
    link = DemoLink()
    async with world(link, tmp_path) as someone:
        before = link.progress()
        await say(someone, "/play")
    assert link.progress() != before


async def test_a_quest_that_playing_completes_is_announced(tmp_path: Path) -> None:
    async with world(DemoLink(), tmp_path) as someone:
        await watching(someone)
        await say(someone, "/play shiny things")
        notice = await someone.peer.until(Notice, lambda one: bool(one.cards))
    assert "Shiny Things" in repr(notice)


async def test_an_unknown_quest_is_not_played_for(tmp_path: Path) -> None:
    async with world(DemoLink(), tmp_path) as someone:
        assert (await say(someone, "/play nonsense")).failure == Failure.NOT_FOUND


@pytest.mark.parametrize("text", ["/play", "/play A"])
async def test_a_game_that_is_played_by_people_has_no_such_command(
    text: str, tmp_path: Path
) -> None:
    async with world(FakeLink(book_of(quest(1, "A"))), tmp_path) as someone:
        told = await say(someone, text)
    assert words(told.text).startswith("There is no such command.")
