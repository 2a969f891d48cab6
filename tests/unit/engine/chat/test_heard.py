"""What a player did not hear, the companion did not say: memory ends where they stopped it."""

from __future__ import annotations

import uuid
from pathlib import Path
from uuid import UUID

import pytest

from companion.engine.access.identity import offline_id
from companion.engine.chat.memory import BROKEN_OFF, remembered
from companion.engine.execution.player import MOST_HEARD, Player
from companion.engine.execution.result import succeeded
from companion.engine.players import LOCAL_PLAYER
from companion.engine.storage.conversation import Turn
from companion.language.phrase import literal
from companion.protocol.requests import Chat, Control, ControlAction, Heard, Mode
from companion.protocol.responses import Reply, State
from tests.helpers.agent_model import says
from tests.helpers.engine_client import words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import NamedModel, thinking
from tests.helpers.served_world import house

LINK = FakeLink(book_of(quest(1, "Stone Age")))
ANSWER = "Chop wood first. Then e.g. a table. Then a furnace!"
REQUEST = UUID(int=7)


def memory(heard: int | None, answer: str = ANSWER, language: str = "en") -> str:
    text = literal(answer)
    turn = Turn(REQUEST, 0.0, "how?", succeeded(text, spoken=(text,)))
    known = {} if heard is None else {REQUEST: heard}
    return remembered((turn,), words, known, language)[1].text


@pytest.mark.parametrize(
    ("heard", "kept"),
    [
        (None, ANSWER),
        (0, BROKEN_OFF),
        (1, f"Chop wood first. {BROKEN_OFF}"),
        (2, f"Chop wood first. Then e.g. a table. {BROKEN_OFF}"),
        (3, ANSWER),
        (99, ANSWER),
    ],
)
def test_an_answer_is_remembered_as_far_as_it_was_heard(heard: int | None, kept: str) -> None:
    assert memory(heard) == kept


def test_chinese_sentences_are_counted_as_they_are_said() -> None:
    assert memory(1, "先砍树。再做工作台。", "zh") == f"先砍树。 {BROKEN_OFF}"


async def test_the_next_talk_knows_what_was_heard_of_the_last(tmp_path: Path) -> None:
    model = NamedModel(says(ANSWER), says("Yes."))
    async with thinking(LINK, model, tmp_path) as someone:
        first = Chat(uuid.uuid4(), "how do I begin?", Mode.FREE)
        await someone.ask(first)
        someone.player.listened(Heard(first.request, 1, is_whole=False))
        await someone.ask(Chat(uuid.uuid4(), "and then?", Mode.FREE))
    said = [message.text for message in model.requests[1].messages[1:]]
    assert said == ["how do I begin?", f"Chop wood first. {BROKEN_OFF}", "and then?"]


async def test_a_companion_tells_for_its_own_player_only(tmp_path: Path) -> None:
    async with (
        house(tmp_path) as served,
        served.player("Alex") as alex,
        served.player("Steve") as steve,
    ):
        reply = await alex.ask("help")
        assert isinstance(reply, Reply)
        await steve.send(Heard(reply.request, 0, is_whole=False))
        await alex.send(Heard(reply.request, 2, is_whole=False))
        for one in (alex, steve):
            await one.send(Control(uuid.uuid4(), ControlAction.STATE))
            await one.next(State)
        runtime = served.world.runtime
        kept = [runtime.desk(offline_id(name)).player.heard for name in ("Alex", "Steve")]
    assert kept == [{reply.request: 2}, {reply.request: 0}]


def test_the_latest_are_kept_and_a_revoked_player_is_forgotten() -> None:
    player = Player(LOCAL_PLAYER.uuid)
    for number in range(MOST_HEARD + 5):
        player.listened(Heard(UUID(int=number), 1, is_whole=False))
    player.listened(Heard(UUID(int=MOST_HEARD), 1, is_whole=True))
    assert (len(player.heard), UUID(int=4) in player.heard) == (MOST_HEARD - 1, False)
    player.forget()
    assert player.heard == {}
