"""`/system ftb reload`: who may, and what it does."""

from __future__ import annotations

import uuid

import pytest

from companion.engine.access.identity import Executor, Origin, PlayerId
from companion.engine.builtin.quests.orders import quest_order
from companion.support.errors import CompanionError, Failure

SAM = PlayerId(uuid.UUID(int=1), "Sam")


@pytest.mark.behaviour("QUEST-083", "QUEST-090")
async def test_an_operator_has_quests_read_anew() -> None:
    done: list[str] = []
    order = quest_order(lambda: done.append("reload"))
    told = await order.run(Executor(Origin.CONSOLE, None, is_operator=True), ["reload"])
    assert (done, told[0].key) == (["reload"], "access.quests_reload")


@pytest.mark.behaviour("QUEST-090")
@pytest.mark.parametrize(
    ("origin", "operator", "failure"),
    [
        (Origin.GAME, False, Failure.OPERATOR_ONLY),
        (Origin.CLIENT, True, Failure.ONLY_IN_GAME),
    ],
    ids=["a player", "a companion"],
)
async def test_nobody_else_does(origin: Origin, operator: bool, failure: Failure) -> None:
    done: list[str] = []
    order = quest_order(lambda: done.append("reload"))
    with pytest.raises(CompanionError) as caught:
        await order.run(Executor(origin, SAM, is_operator=operator), ["reload"])
    assert (caught.value.failure, done) == (failure, [])


async def test_other_words_are_no_order() -> None:
    order = quest_order(lambda: None)
    with pytest.raises(CompanionError) as caught:
        await order.run(Executor(Origin.CONSOLE, None, is_operator=True), ["eat"])
    assert caught.value.failure is Failure.ORDER_INCOMPLETE
    assert order.suggests([]) == ("reload",)
