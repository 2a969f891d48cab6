"""A character tells quests where the owner named one."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import UUID

import pytest

from companion.engine.narration.tellers import Tellers, told_by
from companion.engine.presence import Grant
from companion.games.quest_book import Progress
from companion.language.phrase import literal, phrase
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.update import ShowCard
from companion.protocol.responses import Notice
from tests.helpers.engine_client import words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import world
from tests.helpers.quest_watch import watching

ME = UUID(int=1)
BOOK = book_of(quest(1, "Wood"), quest(2, "Stone", dependencies=(1,)))


def test_who_opened_last_and_names_somebody_tells() -> None:
    tellers = Tellers()
    for instance, character in (("a", "Nora"), ("b", "Old Miner"), ("c", "")):
        tellers.name(instance, character)
        tellers.entered(ME, instance)
    told = [tellers.of(ME)]
    for instance in ("b", "a", "c"):
        tellers.left(ME, instance)
        told.append(tellers.of(ME))
    assert told == ["Old Miner", "Nora", "", ""]


def test_nobody_in_particular_leaves_the_words_as_they_are() -> None:
    spoken = (phrase("engine.notice.new", title="Stone"), literal("Deep down."))
    assert told_by("", spoken) == spoken
    assert [one.args.get("speaker") for one in told_by("Nora", spoken)] == ["Nora", "Nora"]
    assert [one.text for one in told_by("Nora", spoken)] == ["", "Deep down."]


def own_world(character: object) -> dict[str, bytes]:
    """A world whose quests name a teller."""
    files: dict[str, object] = {
        "own/system/system_module/told": {
            "server": {"type": "system:quests", "character": character}
        },
        "own/system/system/all": {"name": "a", "description": "b", "modules": ["own:told"]},
    }
    return {f"{name}.json": json.dumps(file).encode() for name, file in files.items()}


def speakers(card: QuestOutput) -> set[str]:
    return {one.args.get("speaker", "") for one in card.build_card().speech.sentences}


def shown(notice: Notice) -> QuestOutput:
    (update,) = notice.cards
    assert isinstance(update, ShowCard)
    assert isinstance(update.data, QuestOutput)
    return update.data


@pytest.mark.parametrize("character", ["Nora", ""])
async def test_a_new_quest_is_told_by_whom_the_configuration_names(
    character: str, tmp_path: Path
) -> None:
    link = FakeLink(BOOK, Progress(known=True, team="t"))
    grant, packs = Grant("own:all", is_local=True), (own_world(character),)
    async with world(link, tmp_path, packs=packs, grant=grant) as someone:
        runtime = await watching(someone)
        link.done = Progress(known=True, team="t", completed=frozenset({1}))
        runtime.mark()
        done = await someone.peer.until(Notice, lambda one: "complete" in words(one.text))
        new = await someone.peer.until(Notice, lambda one: "New quest" in words(one.text))
    assert (speakers(shown(done)), speakers(shown(new))) == ({""}, {character})


async def test_an_answer_about_one_quest_is_told_by_them_too(tmp_path: Path) -> None:
    link = FakeLink(BOOK, Progress(known=True, team="t"))
    grant, packs = Grant("own:all", is_local=True), (own_world("Nora"),)
    async with world(link, tmp_path, packs=packs, grant=grant) as someone:
        _, told = await someone.say("open wood")
    assert isinstance(told.card, QuestOutput)
    assert speakers(told.card) == {"Nora"}
