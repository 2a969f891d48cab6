"""A companion's lines in the game: to its own player, plain, few at once, and never pretended."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from companion.engine.access.identity import offline_id
from companion.engine.in_game import InGame, plain_line
from companion.games.demo.link import DemoLink
from companion.games.link import Capability, GamePlayer
from companion.protocol.in_game import ShowInGame
from companion.protocol.responses import Outcome, Reply
from companion.support.errors import CompanionError, Failure
from tests.helpers.clock import ManualClock
from tests.helpers.engine_client import Outsider
from tests.helpers.engine_link import FakeLink, book_of
from tests.helpers.served_world import house

ALEX = GamePlayer(offline_id("Alex"), "Alex")


class Inline:
    """A pool of one thread: this one."""

    async def run(self, function, *arguments):
        return function(*arguments)


class Screen:
    """A game in which Alex plays, and somebody else under the name of Eve."""

    capabilities = frozenset({Capability.TELL})

    def __init__(self):
        self.told = []

    def find(self, name):
        return {"Alex": ALEX, "Eve": GamePlayer(uuid.UUID(int=7), "Eve")}.get(name)

    def tell(self, player, text):
        self.told.append((player.name, text))


def in_game(link, who=ALEX, clock=None):
    return InGame(link, Inline(), lambda _: who, clock or ManualClock())


def line(text="Quest done"):
    return ShowInGame(uuid.uuid4(), text)


async def shown(client: Outsider, text: str) -> Reply:
    await client.send(line(text))
    reply = await client.next(Reply)
    assert isinstance(reply, Reply)
    return reply


async def test_the_game_shows_a_line_to_the_player_who_asked_and_to_nobody_else(
    tmp_path: Path,
) -> None:
    link = DemoLink()
    async with (
        house(tmp_path, link=link) as served,
        served.player("Alex") as alex,
        served.player("Steve"),
    ):
        link.told.clear()
        reply = await shown(alex, "Quest done: Stone Age")
    assert reply.outcome is Outcome.SUCCEEDED
    assert [(who.name, text) for who, text in link.told] == [("Alex", "Quest done: Stone Age")]


async def test_a_game_without_a_way_to_tell_is_no_success(tmp_path: Path) -> None:
    link = FakeLink(book_of())
    with pytest.raises(CompanionError) as refused:
        await in_game(link).show(line(), ALEX.uuid)
    assert refused.value.failure is Failure.NOT_SHOWN_IN_GAME


@pytest.mark.parametrize(
    ("who", "failure"),
    [
        (None, Failure.NOT_SHOWN_IN_GAME),
        (GamePlayer(ALEX.uuid, ""), Failure.PLAYER_NOT_ONLINE),
        (GamePlayer(offline_id("Herobrine"), "Herobrine"), Failure.PLAYER_NOT_ONLINE),
        (GamePlayer(offline_id("Eve"), "Eve"), Failure.PLAYER_NOT_ONLINE),
    ],
    ids=["whoever plays here", "no name", "not there", "another one of that name"],
)
async def test_who_is_not_in_the_game_is_told_nothing(who, failure):
    screen = Screen()
    with pytest.raises(CompanionError) as refused:
        await in_game(screen, who).show(line(), ALEX.uuid)
    assert (refused.value.failure, screen.told) == (failure, [])


async def test_a_flood_of_lines_does_not_reach_the_game():
    screen, clock = Screen(), ManualClock()
    shows = in_game(screen, clock=clock)
    for _ in range(8):
        await shows.show(line(), ALEX.uuid)
    with pytest.raises(CompanionError) as refused:
        await shows.show(line(), ALEX.uuid)
    clock.advance(1.0)
    await shows.show(line(), ALEX.uuid)
    assert (refused.value.failure, len(screen.told)) == (Failure.TOO_MANY_REQUESTS, 9)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\u00a7cRed\u00a7", "Red"),
        ("two\nlines\tand\x07a bell", "two lines and a bell"),
        ("/op Eve", "/op Eve"),
        ('{"text":"x"}', '{"text":"x"}'),
        ("\u00a7k", ""),
    ],
    ids=["codes", "controls", "command", "JSON", "nothing"],
)
def test_a_line_holds_nothing_that_a_game_obeys(text, plain):
    assert plain_line(text) == plain


async def test_a_line_of_nothing_is_refused():
    screen = Screen()
    with pytest.raises(CompanionError) as refused:
        await in_game(screen).show(line("\u00a7a \n"), ALEX.uuid)
    assert (refused.value.failure, screen.told) == (Failure.INVALID_INPUT, [])
