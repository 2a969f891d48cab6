"""The check that the settings offer, against the gateway."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from companion.speech.dashscope_region import with_region
from companion.speech.ledger.meter import FREE
from companion.speech.verify import Checked, verify_hearing, verify_speaking
from companion.support.errors import Failure
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.paid import dashscope, realtime_voice
from tests.gateway.sound import tone
from tests.helpers.meter import FakeMeter

pytestmark = pytest.mark.gateway

SECOND = tone(1.0, 16_000)


@pytest_asyncio.fixture
async def abroad(gateway: LoopbackGateway) -> AsyncIterator[LoopbackGateway]:
    """Another region; the key of the first one is none there."""
    other = LoopbackGateway()
    other.task.key = other.voices.key = "sk-of-another-region"
    await other.start()
    yield other
    await other.stop()


async def refused_at(gateway: LoopbackGateway, key: str) -> Checked:
    ears = dashscope(gateway, FREE)
    ears._key = key
    return await verify_hearing(ears, SECOND, "en")


async def test_it_listens_and_speaks_once(gateway: LoopbackGateway) -> None:
    meter = FakeMeter()
    heard = await verify_hearing(dashscope(gateway, meter), SECOND, "en")
    spoken = await verify_speaking(realtime_voice(gateway, meter), "zh")
    assert (heard.text, len(spoken.sound) > 0, len(meter.paid)) == ("show my quests", True, 2)


async def test_a_key_of_another_region_is_told_from_a_wrong_one(
    gateway: LoopbackGateway, abroad: LoopbackGateway
) -> None:
    places = {"here": gateway.qwen_base_url, "abroad": abroad.qwen_base_url}
    outcomes = []
    for key in ("sk-of-another-region", "sk-of-nobody"):
        checked = await refused_at(gateway, key)
        outcomes.append(await with_region(checked, key, gateway.qwen_base_url, places))
    told = [(outcome.failure, outcome.detail) for outcome in outcomes]
    assert told[0] == (Failure.SPEECH_REGION_WRONG, "abroad")
    assert told[1][0] is Failure.SPEECH_KEY_WRONG


async def test_other_failures_ask_nobody(gateway: LoopbackGateway) -> None:
    checked = Checked(False, Failure.SPEECH_QUOTA)
    assert await with_region(checked, "sk", "x", {"y": "http://127.0.0.1:9"}) is checked
