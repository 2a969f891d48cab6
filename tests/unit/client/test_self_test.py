"""The self-test names the first station that does not do its part."""

from __future__ import annotations

import pytest

from companion.client.self_test import run_self_test
from companion.client.self_test_state import SelfTest, Stop
from companion.client.state import Stages
from companion.client.turn import TurnRecord
from companion.support.errors import CompanionError, Failure

SENTENCE = "Show my quests."


class Chain:
    """Voice and ears that do as they are told."""

    def __init__(self, heard: str = "show my quests", broken: Stop | None = None) -> None:
        self._heard, self._broken = heard, broken

    async def spoken(self, sentence: str, language: str) -> bytes:
        if self._broken is Stop.VOICE:
            raise CompanionError(Failure.SPEECH_KEYS_MISSING)
        return sentence.encode()

    async def heard(self, sound: bytes, language: str) -> str:
        if self._broken is Stop.EARS:
            raise CompanionError(Failure.NOTHING_HEARD)
        assert sound == SENTENCE.encode()
        return self._heard


async def walk(
    chain: Chain, failure: Failure | None = None, first_sound: float = 9.0
) -> tuple[SelfTest, list[SelfTest]]:
    async def ask(words: str) -> TurnRecord:
        return TurnRecord(words, 0, "", "", (), Stages(first_sound=first_sound), failure)

    told: list[SelfTest] = []
    return await run_self_test(chain, SENTENCE, "en", ask, told.append), told


async def test_when_all_is_well_every_station_is_behind_it() -> None:
    test, told = await walk(Chain())
    assert test == SelfTest(passed=tuple(Stop))
    assert [len(one.passed) for one in told] == [0, 1, 2, 3, 4, 5, 5]
    assert [one.is_running for one in told] == [True] * 6 + [False]


@pytest.mark.parametrize(
    ("chain", "failure", "sound", "stop", "reason"),
    [
        (Chain(broken=Stop.VOICE), None, 9.0, Stop.VOICE, Failure.SPEECH_KEYS_MISSING),
        (Chain(broken=Stop.EARS), None, 9.0, Stop.EARS, Failure.NOTHING_HEARD),
        (Chain("banana boat"), None, 9.0, Stop.WORDS, Failure.NOT_UNDERSTOOD),
        (Chain(), Failure.CONNECTION_LOST, 9.0, Stop.SERVER, Failure.CONNECTION_LOST),
        (Chain(), None, -1.0, Stop.SPEAKER, Failure.SPEECH_SILENT),
    ],
    ids=[stop.value for stop in Stop],
)
async def test_it_says_where_it_stopped_and_why(
    chain: Chain, failure: Failure | None, sound: float, stop: Stop, reason: Failure
) -> None:
    test, _ = await walk(chain, failure, sound)
    assert (test.stopped_at, test.reason, test.is_running) == (stop, reason, False)
    assert test.passed == tuple(Stop)[: list(Stop).index(stop)]
