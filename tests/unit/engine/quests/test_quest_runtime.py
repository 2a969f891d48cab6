"""Notices while nobody asks: when they come, to whom, and how often."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from companion.engine.builtin.quests.act_tools import Hands
from companion.engine.builtin.quests.claim_refs import Bound, ClaimRefs
from companion.engine.builtin.quests.runtime import Around, QuestRuntime
from companion.engine.players import LOCAL_PLAYER
from companion.engine.presence import Grant
from companion.games.demo.link import DemoLink
from companion.games.link import Capability, GamePlayer
from companion.games.quest_book import Progress
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.responses import Notice
from tests.helpers.clock import ManualClock
from tests.helpers.engine_client import Mind, words
from tests.helpers.engine_link import FakeLink, book_of, item_reward, quest
from tests.helpers.engine_world import world
from tests.helpers.quest_watch import watching

BOOK = book_of(
    quest(1, "Wood", rewards=(item_reward(91, "Apple"),)), quest(2, "Stone", dependencies=(1,))
)
ME = LOCAL_PLAYER.uuid


def done(*numbers: int, **more: object) -> Progress:
    return Progress(
        known=True,
        team="t",
        completed=frozenset(numbers),
        **more,  # type: ignore[arg-type]
    )


def told(someone: Mind) -> list[str]:
    return [words(m.text) for m in someone.peer.sent if isinstance(m, Notice)]


async def notice(someone: Mind, text: str) -> Notice:
    return await someone.peer.until(Notice, lambda one: text in words(one.text))


@pytest.mark.behaviour("QUEST-022", "QUEST-023")
async def test_what_the_game_wrote_is_told_without_a_question(tmp_path: Path) -> None:
    link = FakeLink(BOOK, done())
    async with world(link, tmp_path) as someone:
        runtime = await watching(someone)
        link.done = done(1)
        for _ in range(3):
            runtime.mark()
        await notice(someone, "New quest: “Stone”")
    assert told(someone) == ["Quest complete: “Wood”.", "New quest: “Stone”."]


@pytest.mark.behaviour("QUEST-024")
async def test_a_pause_that_is_over_is_found_without_an_event(tmp_path: Path) -> None:
    clock = ManualClock()
    soon = int(clock.wall() * 1000) + 60_000
    book = book_of(quest(1, "Wood", can_repeat=True, cooldown_s=60))
    link = FakeLink(book, done(ready_ms={1: soon}))
    async with world(link, tmp_path, clock=clock) as someone:
        runtime = await watching(someone)
        clock.advance(61)
        for tick in range(1, 21):
            runtime.tick(1e6 + tick)
        await notice(someone, "New quest: “Wood”")
    assert told(someone) == ["New quest: “Wood”."]


def two_configurations() -> dict[str, bytes]:
    """A world with quests twice, under names of its own."""
    files: dict[str, object] = {
        "own/system/system_module/first": {"server": {"type": "system:quests"}},
        "own/system/system_module/second": {"server": {"type": "system:quests"}},
        "own/system/system/both": {
            "name": "a",
            "description": "b",
            "modules": ["own:first", "own:second"],
        },
    }
    return {f"{name}.json": json.dumps(file).encode() for name, file in files.items()}


@pytest.mark.behaviour("QUEST-079", "QUEST-082")
async def test_two_configurations_of_other_names_tell_once(tmp_path: Path) -> None:
    link, grant = FakeLink(BOOK, done()), Grant("own:both", is_local=True)
    async with world(link, tmp_path, packs=(two_configurations(),), grant=grant) as someone:
        runtime = await watching(someone)
        link.done = done(1)
        runtime.mark()
        await notice(someone, "New quest")
    assert told(someone).count("New quest: “Stone”.") == 1


@pytest.mark.behaviour("QUEST-081")
def test_references_last_until_the_last_configuration_is_closed() -> None:
    runtime = asyncio.run(_counted())
    assert runtime == [True, False]


async def _counted() -> list[bool]:
    refs = ClaimRefs(ManualClock())
    around = Around(None, refs, lambda p, r: None, lambda p: "", None)  # type: ignore[arg-type]
    runtime = QuestRuntime(around, Hands(None, refs, None))  # type: ignore[arg-type]
    token = refs.give(Bound(ME, "t", 1, 2, 0, 0))
    runtime.entered(ME)
    runtime.entered(ME)
    runtime.left(ME)
    kept = [token in refs._own(ME)]
    runtime.left(ME)
    return [*kept, token in refs._own(ME)]


@pytest.mark.behaviour("QUEST-035")
async def test_reading_the_files_anew_repeats_no_welcome_and_tells_nothing(tmp_path: Path) -> None:
    link = FakeLink(BOOK, done(1))
    async with world(link, tmp_path) as someone:
        runtime = await watching(someone)
        note = runtime.binding(ME)
        assert note is not None
        note(None)  # type: ignore[arg-type]
        runtime.mark()
        await notice(someone, "quest is open for you")
        link.quest_book = book_of(*BOOK.quests.values(), quest(3, "Clay"))
        runtime.looked.clear()
        runtime.reload()
        async with asyncio.timeout(60):
            await runtime.looked.wait()
    assert [text for text in told(someone) if "open for you" in text] == [
        "One quest is open for you."
    ]
    assert not any("Clay" in text for text in told(someone))


@pytest.mark.behaviour("QUEST-058")
async def test_looking_hands_nothing_in(tmp_path: Path) -> None:
    link = DemoLink()
    async with world(link, tmp_path) as someone:
        await watching(someone)
        before = link.progress()
        for line in ("/quests", "/submittable", "/claimable", "/gifts", "/next"):
            await someone.say(line)
    assert link.progress() is before


@pytest.mark.behaviour("QUEST-051", "QUEST-050")
async def test_submittable_quests_are_listed_by_command_and_word(tmp_path: Path) -> None:
    async with world(DemoLink(), tmp_path) as someone:
        _, listed = await someone.say("/submittable honey")
        _, none = await someone.say("/submittable dragon")
    assert isinstance(listed.card, QuestList)
    assert [row.title for row in listed.card.quests] == ["Honey for Everyone"]
    assert none.card is None


class TellingWorld(FakeLink):
    """A game that could be written to; keeps what was."""

    capabilities = FakeLink(BOOK).capabilities | {Capability.TELL}

    def __init__(self) -> None:
        super().__init__(BOOK, done())
        self.written: list[str] = []

    def find(self, name: str) -> GamePlayer | None:
        return GamePlayer(ME, name)

    def tell(self, player: GamePlayer, text: str) -> None:
        self.written.append(text)


@pytest.mark.behaviour("NOTE-030")
async def test_a_notice_leaves_the_messages_of_the_game_itself_alone(tmp_path: Path) -> None:
    link = TellingWorld()
    link.capabilities = TellingWorld.capabilities
    async with world(link, tmp_path) as someone:
        runtime = await watching(someone)
        link.done = done(1)
        runtime.mark()
        await notice(someone, "New quest: “Stone”")
    assert link.written == []
