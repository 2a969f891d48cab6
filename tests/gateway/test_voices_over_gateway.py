from __future__ import annotations

import dataclasses

import pytest

from companion.speech.events import Synthesize
from companion.speech.ledger.meter import FREE
from companion.speech.providers import choose_synthesizer
from companion.speech.voices.design_request import VoiceDesign
from companion.speech.voices.designer import VoiceDesigner
from companion.speech.voices.vendor import VendorVoices
from companion.speech.voices.voice_book import Binding, DesignedVoice, VoiceBook
from companion.support.errors import Failure, SynthesisError
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings
from tests.gateway.cloud_trouble import Trouble
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.paid import DESIGN
from tests.gateway.sound import tone
from tests.helpers.meter import FakeMeter

pytestmark = [pytest.mark.gateway, pytest.mark.filterwarnings("default")]


def designer(gateway: LoopbackGateway, meter: FakeMeter | None = None) -> VoiceDesigner:
    return VoiceDesigner(gateway.key, gateway.qwen_base_url, meter or FREE)


@pytest.mark.behaviour("VOICE-001", "VOICE-004")
async def test_a_description_becomes_a_voice_with_a_preview_for_one_paid_call(
    gateway: LoopbackGateway,
) -> None:
    meter = FakeMeter()
    made = await designer(gateway, meter).design(DESIGN)
    assert made.id == "qwen-audio-3.0-tts-flash-vd-companion-1"
    assert made.preview == tone(0.1)
    assert [charge.source for charge in meter.paid] == ["voice_design/voice-enrollment"]
    assert len(gateway.voices.designs) == 1


@pytest.mark.parametrize(
    ("trouble", "code", "failure"),
    [
        (Trouble.NO_JSON, "", Failure.SPEECH_VOICE_UNCERTAIN),
        (Trouble.FAIL_AT_START, "Arrearage", Failure.SPEECH_QUOTA),
        (Trouble.FAIL_AT_START, "ModelNotFound", Failure.SPEECH_SETTING_WRONG),
    ],
    ids=["unreadable", "overdue", "retired"],
)
async def test_what_goes_wrong_says_whether_a_voice_may_exist(
    trouble: Trouble, code: str, failure: Failure, gateway: LoopbackGateway
) -> None:
    gateway.voices.trouble, gateway.voices.code = trouble, code
    with pytest.raises(SynthesisError) as failed:
        await designer(gateway).design(DESIGN)
    assert failed.value.failure is failure
    assert len(gateway.voices.designs) == 1


async def test_an_account_that_is_full_says_so(gateway: LoopbackGateway) -> None:
    gateway.voices.most = 0
    with pytest.raises(SynthesisError) as failed:
        await designer(gateway).design(DESIGN)
    assert failed.value.failure is Failure.SPEECH_VOICES_FULL


@pytest.mark.parametrize(
    "change",
    [
        {"prompt": ""},
        {"prompt": "x" * 501},
        {"preview": "x" * 201},
        {"prefix": "Too-Long-Prefix"},
        {"model": "qwen3-tts-flash"},
        {"language": "fr"},
    ],
    ids=lambda change: next(iter(change)),
)
async def test_what_the_service_would_refuse_is_not_sent(
    change: dict[str, str], gateway: LoopbackGateway
) -> None:
    design: VoiceDesign = dataclasses.replace(DESIGN, **change)
    with pytest.raises(SynthesisError):
        await designer(gateway).design(design)
    assert gateway.voices.designs == []


@pytest.mark.behaviour("TTS-002", "VOICE-001")
async def test_a_bound_speaker_speaks_with_the_designed_voice_by_its_own_protocol(
    gateway: LoopbackGateway,
) -> None:
    made = await designer(gateway).design(DESIGN)
    voice = DesignedVoice(made.id, made.model, gateway.qwen_base_url, "qwen_audio")
    book = VoiceBook((voice,), (Binding("quest", voice.id),))
    meter = FakeMeter()
    settings = Settings(synthesizer="qwen", qwen_base_url=gateway.qwen_base_url)
    secrets = Secrets({"DASHSCOPE_API_KEY": gateway.key}, NoStore())
    mouth = choose_synthesizer(settings, secrets, meter, lambda: book)
    assert mouth
    for speaker in ("quest", ""):
        async for _ in mouth.synthesize(Synthesize("Hello.", "en", speaker)):
            pass
    assert [charge.source for charge in meter.paid] == [
        "qwen_audio/qwen-audio-3.0-tts-flash",
        "qwen/qwen3-tts-flash",
    ]


async def test_the_vendors_package_lists_looks_at_and_deletes(gateway: LoopbackGateway) -> None:
    pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")
    import asyncio

    made = await designer(gateway).design(DESIGN)
    vendor = VendorVoices(gateway.key, gateway.qwen_base_url)
    (listed,) = await asyncio.to_thread(vendor.list, "companion")
    assert (listed.id, listed.status) == (made.id, "OK")
    assert (await asyncio.to_thread(vendor.query, made.id))["target_model"] == made.model
    await asyncio.to_thread(vendor.delete, made.id)
    assert gateway.voices.voices == {}


async def test_the_vendors_refusals_are_ours(gateway: LoopbackGateway) -> None:
    pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")
    import asyncio

    with pytest.raises(SynthesisError) as failed:
        await asyncio.to_thread(VendorVoices("sk-wrong", gateway.qwen_base_url).list)
    assert failed.value.failure is Failure.SPEECH_KEY_WRONG
