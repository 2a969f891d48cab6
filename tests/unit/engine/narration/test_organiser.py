"""What is kept of stories in memory, and how many quests may wait for one."""

from __future__ import annotations

from types import SimpleNamespace

from companion.engine.narration.background import Background, definition_of
from companion.engine.narration.organiser import FRAGMENT_S, MOST_WAITING, Organiser
from companion.engine.players import LOCAL_PLAYER
from tests.helpers.clock import ManualClock
from tests.helpers.engine_link import quest

ME = LOCAL_PLAYER.uuid


class Kept:
    """A database that has a story for every quest.

    Attributes:
        asked: Keys it was asked for.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def find(self, table: object, key: str) -> Background:
        self.asked.append(key)
        return Background("Long ago.")


def organiser_over(database: Kept, clock: ManualClock) -> Organiser:
    engine = SimpleNamespace(clock=clock, lifecycles=set())
    return Organiser(engine, database, lambda: None)  # type: ignore[arg-type, return-value]


DEFINITIONS = [
    definition_of(quest(n, f"Quest {n}", description=("A giant lived here.",)), "en_us")
    for n in range(1, 2 * MOST_WAITING)
]


async def test_a_story_is_kept_in_memory_for_ten_minutes() -> None:
    clock = ManualClock()
    organiser = organiser_over(Kept(), clock)
    organiser.want(ME, DEFINITIONS[:1])
    await organiser.settled(ME)
    clock.advance(FRAGMENT_S - 1)
    assert organiser.ready(DEFINITIONS[0]) is not None
    clock.advance(1)
    assert organiser.ready(DEFINITIONS[0]) is None


async def test_of_too_many_quests_the_newest_are_waited_for() -> None:
    database = Kept()
    organiser = organiser_over(database, ManualClock())
    organiser.want(ME, DEFINITIONS)
    await organiser.settled(ME)
    assert database.asked == [one.key for one in DEFINITIONS[-MOST_WAITING:]]
