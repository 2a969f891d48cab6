"""The check that the settings offer, against the gateway."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from companion.app.speech_check import Check
from companion.app.speech_parts import Devices
from companion.cards.library import load_library
from companion.speech.asr import factories
from companion.speech.audio.devices import OnBlock, OnLost
from companion.speech.audio.wav import WavSpeaker
from companion.speech.dashscope_region import with_region
from companion.speech.events import BLOCK_BYTES
from companion.speech.ledger.meter import FREE
from companion.speech.verify import Checked, verify_hearing, verify_speaking
from companion.support.errors import Failure
from companion.support.secrets import Secrets
from companion.support.settings import Settings
from companion.ui.sentences import failure_sentence
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.paid import dashscope, realtime_voice
from tests.gateway.sound import tone
from tests.helpers.audio_fakes import FakeRecognizer
from tests.helpers.meter import FakeMeter

pytestmark = pytest.mark.gateway

SECOND = tone(1.0, 16_000)
TEXTS = load_library("en_us").translations


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


class OneSecond:
    """A microphone that gives a second of sound as soon as it is opened."""

    def start(self, on_block: OnBlock, on_lost: OnLost) -> None:
        for at in range(0, len(SECOND), BLOCK_BYTES):
            on_block(SECOND[at : at + BLOCK_BYTES])

    def stop(self) -> None: ...


def the_check(folder: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> Check:
    monkeypatch.setenv("DASHSCOPE_API_KEY", key)
    return Check(Secrets(), folder, lambda _: Devices(OneSecond, WavSpeaker))


def dashscope_ears(gateway: LoopbackGateway, cap: float = 0.0) -> Settings:
    return Settings(
        recognizer="dashscope",
        synthesizer="none",
        qwen_base_url=gateway.qwen_base_url,
        speech_cap_daily=cap,
    )


async def test_the_settings_say_that_a_key_is_of_another_region(
    gateway: LoopbackGateway,
    abroad: LoopbackGateway,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(with_region, "__defaults__", ({"ap-southeast-1": abroad.qwen_base_url},))
    check = the_check(tmp_path, monkeypatch, "sk-of-another-region")
    words, is_well = await check.verify(dashscope_ears(gateway), TEXTS)
    assert not is_well
    assert failure_sentence(Failure.SPEECH_REGION_WRONG, "ap-southeast-1", TEXTS) in words


async def test_the_settings_say_that_it_was_free_speech_that_worked(
    gateway: LoopbackGateway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(factories, "offline", lambda *_: FakeRecognizer())
    check = the_check(tmp_path, monkeypatch, gateway.key)
    settings = dashscope_ears(gateway, cap=1e-6)
    await check.verify(settings, TEXTS)
    words, is_well = await check.verify(settings, TEXTS)
    assert not is_well
    assert "Your own limit for paid speech is reached" in words
    assert len(gateway.record.posts) == 0


async def test_the_settings_say_that_all_is_well(
    gateway: LoopbackGateway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = the_check(tmp_path, monkeypatch, gateway.key)
    assert (await check.verify(dashscope_ears(gateway), TEXTS))[1]
