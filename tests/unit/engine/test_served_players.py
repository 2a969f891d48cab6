"""Players of one served world: each sees their own progress, and nobody else's."""

from __future__ import annotations

import uuid
from pathlib import Path

from companion.games.quest_book import Progress, QuestRules
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.update import ShowCard
from companion.protocol.requests import Control, ControlAction
from companion.protocol.responses import Reply, State
from tests.helpers.engine_client import Outsider
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.served_world import house

HIDES = QuestRules(hide_until_deps_complete=True)
BOOK = book_of(quest(1, "Stone Age"), quest(2, "Iron Age", dependencies=(1,)))
LINK = FakeLink(
    BOOK,
    others={
        "Alex": Progress(known=True, player="Alex", completed=frozenset({1})),
        "Steve": Progress(known=True, player="Steve"),
    },
)


def listed(reply: Reply) -> list[str]:
    (shown,) = reply.cards
    assert isinstance(shown, ShowCard)
    assert isinstance(shown.data, QuestList)
    return [row.title for row in shown.data.quests]


async def state(client: Outsider) -> State:
    await client.send(Control(uuid.uuid4(), ControlAction.STATE))
    found = await client.next(State)
    assert isinstance(found, State)
    return found


async def test_two_players_of_one_world_see_each_their_own_quests(tmp_path: Path) -> None:
    async with (
        house(tmp_path, link=LINK) as served,
        served.player("Alex") as alex,
        served.player("Steve") as steve,
    ):
        for name in ("Alex", "Steve"):
            await served.world.order(f"grant system:default {name}")
        seen = [listed(await one.ask("/quests")) for one in (alex, steve, alex)]
        states = [await state(one) for one in (alex, steve)]
    assert seen == [["Iron Age"], ["Stone Age"], ["Iron Age"]]
    assert [(one.player, one.progress_known, one.open) for one in states] == [
        ("Alex", True, 1),
        ("Steve", True, 1),
    ]


async def test_a_player_whom_the_game_does_not_know_is_told_so(tmp_path: Path) -> None:
    async with house(tmp_path, link=LINK) as served, served.player("Herobrine") as stranger:
        found = await state(stranger)
    assert (found.player, found.progress_known) == ("Herobrine", False)


async def test_what_is_suggested_is_what_the_asking_player_may_see(tmp_path: Path) -> None:
    hidden = quest(3, "Secret Cellar", dependencies=(1,), rules=HIDES)
    link = FakeLink(book_of(quest(1, "Stone Age"), hidden), others=LINK.others)
    async with (
        house(tmp_path, link=link) as served,
        served.player("Alex") as alex,
        served.player("Steve") as steve,
    ):
        for name in ("Alex", "Steve"):
            await served.world.order(f"grant system:default {name}")
        found = [str(await one.ask("secret cellar")) for one in (alex, steve)]
    assert "Secret Cellar" in found[0]
    assert "Secret Cellar" not in found[1]
