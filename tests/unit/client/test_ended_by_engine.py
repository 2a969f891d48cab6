"""A request that the engine ended by itself is no silence: one reason, and the next step."""

from __future__ import annotations

import pytest

from companion.protocol.responses import Outcome
from companion.support.errors import Failure
from tests.helpers.client_rig import Rig


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.mark.parametrize("ask", [Rig.type, Rig.speak], ids=["typed", "spoken"])
def test_what_the_engine_ends_is_told_with_a_reason_and_a_next_step(rig: Rig, ask) -> None:
    ask(rig, "show my quests")
    rig.reply("Stopped.", outcome=Outcome.CANCELLED, code=str(Failure.CANCELLED))
    assert len(rig.log) == 2
    assert rig.log[-1] == "failure.ended_by_engine"
    assert not rig.state.waiting
    rig.mouth.finish()
    assert rig.state.trouble is not None
    assert rig.state.trouble.reason is Failure.ENDED_BY_ENGINE
