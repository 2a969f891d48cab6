"""The keeper of the microphone: patient with silence, quick after a loss, never held up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from companion.speech.audio import keeper
from companion.speech.audio.keeper import MicrophoneKeeper
from companion.support.errors import Failure
from tests.helpers.audio_fakes import SPEECH, FakeMicrophone
from tests.helpers.waiting import until


@dataclass
class Watch:
    """What a keeper reports, and whether somebody talks."""

    blocks: int = 0
    troubles: list[Failure] = field(default_factory=list)
    backs: int = 0
    is_busy: bool = False

    def microphone_block(self, pcm: bytes) -> None:
        self.blocks += 1

    def microphone_trouble(self, failure: Failure, detail: str) -> None:
        self.troubles.append(failure)

    def microphone_back(self) -> None:
        self.backs += 1


class HungMicrophone(FakeMicrophone):
    """Its driver answers when the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.answer = threading.Event()

    def stop(self) -> None:
        self.answer.wait(10)
        super().stop()


@pytest.fixture
async def watch() -> Watch:
    return Watch()


@pytest.fixture
async def microphone() -> FakeMicrophone:
    return FakeMicrophone()


@pytest.fixture
async def kept(
    watch: Watch, microphone: FakeMicrophone, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[MicrophoneKeeper]:
    monkeypatch.setattr(keeper, "FIRST_WAIT_S", 0.0)
    kept = MicrophoneKeeper(microphone, watch, lambda: watch.is_busy)
    kept.open()
    await until(lambda: microphone.is_open)
    yield kept
    await kept.end()


async def fall_silent(microphone: FakeMicrophone, watch: Watch) -> None:
    """Sound, then digital silence for as long as the watchdog takes to notice."""
    before = watch.backs
    microphone.give(SPEECH)
    await until(lambda: watch.backs > before)
    microphone.lose(Failure.MICROPHONE_MUTED)
    await until(lambda: watch.troubles)
    watch.troubles.clear()


async def test_a_microphone_that_falls_silent_is_opened_anew_once(
    kept: MicrophoneKeeper, microphone: FakeMicrophone, watch: Watch
) -> None:
    await fall_silent(microphone, watch)
    await until(lambda: microphone.starts == 2)


async def test_one_that_is_silent_now_and_then_is_left_alone(
    kept: MicrophoneKeeper, microphone: FakeMicrophone, watch: Watch
) -> None:
    for _ in range(40):
        await fall_silent(microphone, watch)
        await until(lambda: microphone.is_open)
    assert microphone.starts <= keeper.MUTE_TIMES + 1


async def test_one_that_is_left_alone_is_opened_anew_for_who_wants_to_talk(
    kept: MicrophoneKeeper, microphone: FakeMicrophone, watch: Watch
) -> None:
    for _ in range(9):
        await fall_silent(microphone, watch)
        await until(lambda: microphone.is_open)
    before = microphone.starts
    kept.hurry()
    await until(lambda: microphone.starts == before + 1)


async def test_a_loss_is_tried_again_at_once_whatever_was_before(
    kept: MicrophoneKeeper, microphone: FakeMicrophone, watch: Watch
) -> None:
    for _ in range(9):
        await fall_silent(microphone, watch)
        await until(lambda: microphone.is_open)
    before = microphone.starts
    microphone.give(SPEECH)
    microphone.lose(Failure.MICROPHONE_LOST)
    await until(lambda: microphone.starts == before + 1)


async def test_a_device_that_does_not_open_is_told(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "OPEN_DEADLINE_S", 0.02)
    hung = threading.Event()
    microphone = FakeMicrophone()
    monkeypatch.setattr(microphone, "start", lambda on_block, on_lost: hung.wait(10))
    kept = MicrophoneKeeper(microphone, watch, lambda: False)
    kept.open()
    await until(lambda: watch.troubles == [Failure.MICROPHONE_LOST])
    hung.set()
    await kept.end()


async def test_a_driver_that_hangs_does_not_hold_up_the_end(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "CLOSE_DEADLINE_S", 0.02)
    microphone = HungMicrophone()
    kept = MicrophoneKeeper(microphone, watch, lambda: False)
    kept.open()
    await until(lambda: microphone.is_open)
    async with asyncio.timeout(5):
        await kept.end()
    assert microphone.is_open
    microphone.answer.set()
    await until(lambda: not microphone.is_open)
