"""Systems and modules out of data: what a player has, and what an operator changes for one."""

from __future__ import annotations

import asyncio
import json
import threading
import uuid
from pathlib import Path

import pytest

from companion.engine.players import LOCAL_PLAYER
from companion.engine.presence import Grant
from companion.engine.runtime import Runtime, Setup
from companion.protocol.cards.help import HelpCard
from companion.protocol.cards.selection import SelectionCard
from companion.protocol.requests import Chat
from companion.protocol.responses import Outcome, Reply
from companion.support.errors import CompanionError, Failure
from tests.helpers.engine_client import mind, words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import world

LINK = FakeLink(book_of(quest(1, "Stone Age"), quest(2, "Stone Bridge")))
ME = LOCAL_PLAYER.uuid


def pack(**files: object) -> dict[str, bytes]:
    return {
        name.replace("__", "/") + ".json": json.dumps(file).encode() for name, file in files.items()
    }


SMALL = pack(
    small__system__system__help_only={"name": "a", "description": "b", "modules": ["system:help"]}
)


async def test_a_system_of_a_data_pack_brings_its_modules_and_no_others() -> None:
    grant = Grant("small:help_only", is_local=True)
    async with mind(LINK, packs=(SMALL,), grant=grant) as someone:
        _, helped = await someone.say("help")
        _, refused = await someone.press("system:quest_list")
        _, unclear = await someone.say("stone")
    assert isinstance(helped.card, HelpCard)
    assert [words(line.say) for line in helped.card.lines] == ["Help"]
    assert refused.failure == Failure.NOT_PERMITTED
    assert isinstance(unclear.card, SelectionCard)
    assert [words(c.label) for c in unclear.card.candidates] == ["Help"]


@pytest.mark.behaviour("MOD-044")
async def test_a_module_switched_off_stays_off_after_a_restart(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        await someone.runtime.modules.remove_module(ME, "system:quests")
        _, refused = await someone.press("system:quest_list")
        _, item = await someone.say("/items furnace")
    async with world(LINK, tmp_path) as someone:
        _, again = await someone.press("system:quest_list")
        await someone.runtime.modules.add_module(ME, "system:quests")
        _, back = await someone.press("system:quest_list")
    assert (refused.failure, again.failure) == (Failure.NOT_PERMITTED,) * 2
    assert (item.outcome, back.outcome) == (Outcome.SUCCEEDED,) * 2


@pytest.mark.behaviour("ENG-069")
async def test_switching_a_module_off_ends_what_it_does(tmp_path: Path) -> None:
    link = FakeLink(LINK.quest_book, gate=threading.Event())
    async with world(link, tmp_path) as someone:
        request = Chat(uuid.uuid4(), "show my quests")
        someone.runtime.take(request, someone.identity, someone.peer)
        await someone.say_nothing_until(link.reading)
        await _begun(someone.runtime)
        await someone.runtime.modules.remove_module(ME, "system:quests")
        reply = await someone.peer.until(Reply)
        assert link.gate is not None
        link.gate.set()
    assert (reply.request, reply.outcome) == (request.request, Outcome.CANCELLED)


async def _begun(runtime: Runtime) -> None:
    """Wait until a module works on the request: the book is read for other reasons too."""
    async with asyncio.timeout(60):
        while not any(  # noqa: ASYNC110 - nobody tells of it
            running.owner for running in runtime._executor._active.values()
        ):
            await asyncio.sleep(0)


async def test_a_module_that_does_not_exist_cannot_be_switched(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        with pytest.raises(CompanionError) as refused:
            await someone.runtime.modules.add_module(ME, "system:wings")
    assert refused.value.failure == Failure.NOT_FOUND


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ({"server": {"type": "system:wings"}}, "system:wings"),
        ({"server": {"type": "system:quests", "pages": 3}}, "pages"),
    ],
    ids=["unknown type", "unknown parameter"],
)
def test_a_pack_that_makes_no_sense_stops_the_engine(file: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Runtime(Setup(LINK, packs=(pack(bad__system__system_module__one=file),)))
