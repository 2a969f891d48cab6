"""The program behind the page of voices, over the gateway: one thing at a time, each told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PySide6.QtCore import Qt

from companion.app.voices_desk import VoicesMeans, VoicesWork
from companion.client.voices_state import Busy, Key, VoicesState, Wish
from companion.speech.audio.wav import WavSpeaker, WavStream
from companion.speech.ledger.accounts import add_account, read_accounts, use_account
from companion.speech.voices.offer import Step, sample_cost
from companion.speech.voices.voice_book import Binding
from companion.support.errors import Failure
from companion.support.loops import LoopThread
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings
from tests.gateway.cloud_trouble import Trouble
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.sound import tone
from tests.helpers.waiting import until

pytestmark = [pytest.mark.gateway, pytest.mark.filterwarnings("default")]

OAK = Wish("a warm old man", "Oak", "Hello.", "en")


class CountingSpeaker(WavSpeaker):
    """Counts the sounds that were begun."""

    begun = 0

    def open(self, *arguments: Any) -> WavStream:
        self.begun += 1
        return super().open(*arguments)


class Rig:
    """The desk with all it told."""

    def __init__(self, gateway: LoopbackGateway, folder: Path, loop: LoopThread) -> None:
        self.settings = Settings(qwen_base_url=gateway.qwen_base_url, volume=100)
        self.speaker = CountingSpeaker()
        self.opened: list[str] = []
        means = VoicesMeans(lambda: self.settings, lambda _: self.speaker, self.opened.append)
        self.secrets = Secrets({"DASHSCOPE_API_KEY": gateway.key}, NoStore())
        self.desk = VoicesWork(folder, self.secrets, loop, means)
        self.told = [VoicesState()]
        self.desk.told.connect(self.told.append, Qt.ConnectionType.DirectConnection)

    @property
    def state(self) -> VoicesState:
        return self.told[-1]

    async def looked(self) -> VoicesState:
        self.desk.look()
        await until(lambda: self.state.key is Key.THERE)
        return self.state

    async def done(self, busy: Busy) -> VoicesState:
        """Wait until something was under way and is over."""
        await until(lambda: any(state.busy is busy for state in self.told))
        await until(lambda: self.state.busy is Busy.NOTHING)
        self.told[:] = [self.state]
        return self.state

    async def heard(self, times: int) -> None:
        """Wait until so many sounds were begun and the last is over."""
        await until(lambda: self.speaker.begun == times and not self.state.is_playing)

    async def made(self) -> VoicesState:
        offer = (await self.looked()).offer
        assert offer
        self.desk.design(OAK, offer)
        return await self.done(Busy.MAKING)


@pytest_asyncio.fixture
async def rig(gateway: LoopbackGateway, tmp_path: Path) -> AsyncIterator[Rig]:
    loop = LoopThread("voices")
    loop.start()
    yield Rig(gateway, tmp_path, loop)
    loop.stop()


@pytest.mark.behaviour("VOICE-001")
async def test_a_voice_that_was_made_is_heard_at_once_and_again_for_nothing(
    rig: Rig, gateway: LoopbackGateway
) -> None:
    state = await rig.made()
    assert state.book
    assert [v.name for v in state.book.voices] == ["Oak"]
    assert (state.made, state.preview) == (state.book.voices[0].id, state.made)
    await rig.heard(1)
    rig.desk.hear()
    await rig.heard(2)
    assert rig.speaker.take()[0].count(tone(0.1)) == 2
    assert len(gateway.voices.designs) == 1


async def test_stopped_before_anything_left_costs_nothing_and_says_so(
    rig: Rig, gateway: LoopbackGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = (await rig.looked()).offer
    assert offer

    def stop_at_once(state: VoicesState) -> None:
        if state.step is Step.LOOKING:
            rig.desk.stop()

    rig.desk.told.connect(stop_at_once, Qt.ConnectionType.DirectConnection)
    rig.desk.design(OAK, offer)
    state = await rig.done(Busy.MAKING)
    assert state.note
    assert state.note.key == "ui.voices.stopped.making"
    assert (state.reason, gateway.voices.designs) == (None, [])


async def test_stopped_after_the_request_left_says_that_the_voice_may_exist(
    rig: Rig, gateway: LoopbackGateway
) -> None:
    offer = (await rig.looked()).offer
    assert offer
    gateway.voices.trouble = Trouble.STALL_MIDWAY
    rig.desk.design(OAK, offer)
    await until(lambda: rig.state.step is Step.SENT)
    rig.desk.stop()
    state = await rig.done(Busy.MAKING)
    assert (state.reason, state.note) == (Failure.SPEECH_VOICE_STOPPED, None)
    assert len(gateway.voices.designs) == 1


async def test_a_second_wish_while_one_is_under_way_is_none(
    rig: Rig, gateway: LoopbackGateway
) -> None:
    offer = (await rig.looked()).offer
    assert offer
    gateway.voices.trouble = Trouble.STALL_MIDWAY
    begun = [state.step for state in rig.told]
    rig.desk.told.connect(
        lambda state: begun.append(state.step), Qt.ConnectionType.DirectConnection
    )
    rig.desk.design(OAK, offer)
    rig.desk.design(OAK, offer)
    await until(lambda: gateway.voices.designs)
    rig.desk.stop()
    await rig.done(Busy.MAKING)
    assert (begun.count(Step.LOOKING), len(gateway.voices.designs)) == (1, 1)


async def test_another_model_in_the_settings_is_another_offer_and_is_told(
    rig: Rig, gateway: LoopbackGateway
) -> None:
    offer = (await rig.looked()).offer
    assert offer
    rig.settings = Settings(qwen_base_url="http://127.0.0.1:9", qwen_audio_model="cosyvoice-v4")
    rig.desk.design(OAK, offer)
    state = await rig.done(Busy.MAKING)
    assert state.reason is Failure.SPEECH_OFFER_CHANGED
    assert state.offer
    assert state.offer.model == "cosyvoice-v4"
    assert gateway.voices.designs == []


@pytest.mark.behaviour("VOICE-004")
async def test_a_kept_voice_is_asked_once_and_then_at_hand(
    rig: Rig, gateway: LoopbackGateway
) -> None:
    state = await rig.made()
    assert state.book
    assert state.prices
    (voice,) = state.book.voices
    rig.desk.done()
    await until(lambda: rig.state.preview == "")
    posts = gateway.record.posts.total()
    rig.desk.sample(voice.id, sample_cost(voice, state.prices))
    state = await rig.done(Busy.SAMPLING)
    assert (state.preview, state.reason) == (voice.id, None)
    await rig.heard(2)
    rig.desk.hear()
    await rig.heard(3)
    assert gateway.record.posts.total() == posts + 1


async def test_a_sample_at_a_price_that_nobody_agreed_to_is_not_sent(
    rig: Rig, gateway: LoopbackGateway
) -> None:
    state = await rig.made()
    posts = gateway.record.posts.total()
    rig.desk.sample(state.made, Decimal("7"))
    state = await rig.done(Busy.SAMPLING)
    assert state.reason is Failure.SPEECH_OFFER_CHANGED
    assert gateway.record.posts.total() == posts


async def test_a_voice_is_bound_and_a_deleted_one_takes_its_bindings_along(
    rig: Rig, gateway: LoopbackGateway
) -> None:
    pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")
    voice = (await rig.made()).made
    rig.desk.bind(Binding("character:Nora", voice, "en"))
    state = await rig.done(Busy.KEEPING)
    assert state.book
    assert [b.speaker for b in state.book.bindings] == ["character:Nora"]
    rig.desk.delete(voice)
    state = await rig.done(Busy.DELETING)
    assert state.book
    assert (state.book.voices, state.book.bindings) == ((), ())
    assert (state.made, state.preview, gateway.voices.voices) == ("", "", {})


async def test_a_voice_whose_answer_was_lost_is_found_at_the_service_and_kept(
    rig: Rig, gateway: LoopbackGateway
) -> None:
    pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")
    gateway.voices.trouble = Trouble.CUT_AT_START
    state = await rig.made()
    assert (state.reason, state.book and state.book.voices) == (Failure.SPEECH_VOICE_UNCERTAIN, ())
    rig.desk.ask_service()
    state = await rig.done(Busy.LISTING)
    assert state.remote
    rig.desk.keep(state.remote[0].id, "Oak")
    state = await rig.done(Busy.KEEPING)
    assert state.book
    assert [voice.name for voice in state.book.voices] == ["Oak"]
    assert len(gateway.voices.designs) == 1


async def test_another_account_has_voices_of_its_own(rig: Rig, tmp_path: Path) -> None:
    state = await rig.made()
    other = add_account(tmp_path, "Second").id
    use_account(tmp_path, other)
    rig.desk.look()
    await until(lambda: rig.state.book is not state.book)
    assert rig.state.book
    assert rig.state.book.voices == ()
    assert (rig.state.made, rig.state.preview) == ("", "")
    assert read_accounts(tmp_path).current == other
