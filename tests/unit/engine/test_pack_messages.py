"""Names and icons of the pack: who gets them, when, and what is never sent."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.engine.assets import PNG
from companion.engine.lexicon import lexicon_of
from companion.engine.quest_views.scene import SceneReader, Standing
from companion.games.link import Capability
from companion.games.quest_book import Goods, Progress, QuestRules
from companion.protocol.pack import MAX_ASSET_BYTES, MAX_NAMES, Asset, AssetRequest, Lexicon
from companion.protocol.requests import Control, ControlAction
from companion.protocol.responses import Reply, State
from companion.support.errors import Failure, LinkError
from tests.helpers.engine_client import mind
from tests.helpers.engine_link import FakeLink, book_of, item_reward, quest
from tests.helpers.served_world import house

HIDES = QuestRules(hide_until_deps_complete=True)
BOOK = book_of(
    quest(1, "§6Stone Age", rewards=(item_reward(9, "Diamond"),)),
    quest(2, "Secret Cellar", dependencies=(1,), rules=HIDES),
)
FURNACE = PNG + b"furnace"


@dataclass
class IconLink(FakeLink):
    """A link with pictures; counts how often it was asked."""

    icons: dict[str, bytes] = field(default_factory=lambda: {"minecraft:furnace": FURNACE})
    asked: list[str] = field(default_factory=list)
    capabilities: frozenset[Capability] = frozenset({Capability.QUESTS, Capability.ICONS})

    def icon(self, item: str) -> bytes:
        self.asked.append(item)
        try:
            return self.icons[item]
        except KeyError:
            raise LinkError(Failure.NOT_FOUND, item) from None


FRESH = Progress(known=True)


def standing(done: Progress = FRESH) -> Standing:
    return SceneReader(FakeLink(BOOK, done)).read("en_us").standing


def test_names_are_plain_each_once_and_none_of_what_is_hidden() -> None:
    assert lexicon_of(standing(), "en_us") == Lexicon(
        "en_us", ("First Steps", "Stone Age", "Furnace", "Diamond")
    )
    after = lexicon_of(standing(Progress(known=True, completed=frozenset({1}))), "en_us")
    assert "Secret Cellar" in after.names


def test_a_huge_pack_is_cut_and_says_so() -> None:
    book = book_of(*(quest(n, f"Quest {n}") for n in range(1, MAX_NAMES + 10)))
    found = lexicon_of(SceneReader(FakeLink(book)).read("en_us").standing, "en_us")
    assert (len(found.names), found.is_whole) == (MAX_NAMES, False)


def test_a_name_too_long_to_be_spoken_is_left_out() -> None:
    goods = Goods("a:b", "x" * 65)
    book = book_of(quest(1, "Short", icon=goods))
    assert lexicon_of(SceneReader(FakeLink(book)).read("en_us").standing, "en_us").names == (
        "First Steps",
        "Short",
        "Furnace",
    )


async def test_names_come_once_a_player_is_bound_and_not_before(tmp_path: Path) -> None:
    link = FakeLink(BOOK, others={"Alex": Progress(known=True)})
    async with house(tmp_path, link=link) as served, served.player("Alex") as alex:
        await alex.send(Control(uuid.uuid4(), ControlAction.STATE))
        await alex.next(State)
        await served.world.order("grant system:default Alex")
        before = await alex.next(State)
        names = await alex.next(Lexicon)
    assert isinstance(before, State)
    assert isinstance(names, Lexicon)
    assert "Stone Age" in names.names


async def test_the_same_names_are_not_sent_twice_to_a_connection() -> None:
    async with mind(FakeLink(BOOK)) as someone:
        await someone.runtime.presence.arrived(someone.identity.uuid)
        for _ in range(3):
            await someone.runtime._lexicons.offer(someone.identity.uuid)
        sent = [one for one in someone.peer.sent if isinstance(one, Lexicon)]
    assert len(sent) == 1


async def test_names_are_sent_again_once_progress_opened_more() -> None:
    link = FakeLink(BOOK)
    async with mind(link) as someone:
        await someone.runtime.presence.arrived(someone.identity.uuid)
        await someone.runtime._lexicons.offer(someone.identity.uuid)
        link.done = Progress(known=True, completed=frozenset({1}))
        await someone.runtime._lexicons.offer(someone.identity.uuid)
        sent = [one for one in someone.peer.sent if isinstance(one, Lexicon)]
    assert ["Secret Cellar" in one.names for one in sent] == [False, True]


async def asset(someone, name: str, known: str | None = None) -> Asset | Reply:
    request = AssetRequest(uuid.uuid4(), name, **({"known": known} if known else {}))
    someone.runtime.take(request, someone.identity, someone.peer)
    return await someone.peer.until(
        (Asset, Reply),
        lambda one: one.request == request.request,  # type: ignore[arg-type]
    )


async def test_an_icon_comes_with_its_hash_and_not_twice() -> None:
    link = IconLink(BOOK)
    async with mind(link) as someone:
        first = await asset(someone, "minecraft:furnace")
        assert isinstance(first, Asset)
        again = await asset(someone, "minecraft:furnace", first.hash)
    assert (first.hash, first.data) == (hashlib.sha256(FURNACE).hexdigest(), FURNACE)
    assert isinstance(again, Asset)
    assert not again.data
    assert link.asked == ["minecraft:furnace"]


@pytest.mark.parametrize(
    "data",
    [None, b"<svg onload='x'/>", PNG + bytes(MAX_ASSET_BYTES)],
    ids=["none", "no picture", "too large"],
)
async def test_an_icon_that_is_not_there_or_not_safe_is_refused(data: bytes | None) -> None:
    link = IconLink(BOOK, icons={} if data is None else {"a:b": data})
    async with mind(link) as someone:
        answer = await asset(someone, "a:b")
    assert isinstance(answer, Reply)
    assert answer.code == Failure.NOT_FOUND


async def test_a_link_without_pictures_is_never_asked() -> None:
    link = IconLink(BOOK, capabilities=frozenset({Capability.QUESTS}))
    async with mind(link) as someone:
        answer = await asset(someone, "minecraft:furnace")
    assert isinstance(answer, Reply)
    assert (answer.code, link.asked) == (Failure.NOT_FOUND, [])
