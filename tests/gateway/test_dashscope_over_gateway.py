from __future__ import annotations

import asyncio
import logging

import pytest

from companion.speech.events import Transcribe
from companion.speech.ledger.meter import FREE, Amount
from companion.speech.tts.qwen_failures import QwenVoice
from companion.speech.tts.qwen_realtime import QwenRealtimeSynthesizer
from companion.support.errors import Failure, RecognitionError, SynthesisError
from tests.gateway.cloud_trouble import CloudScenario, Trouble
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.paid import TEXT, audio_voice, dashscope, realtime_voice, said
from tests.gateway.sound import tone
from tests.gateway.utterances import BLOCK, at_once, hear, held
from tests.helpers.meter import FakeMeter

pytestmark = pytest.mark.gateway

TASK, REALTIME = "fun-asr-realtime", "qwen3-asr-flash-realtime"
both = pytest.mark.parametrize("model", [TASK, REALTIME])
SOUND = tone(0.3 + 0.05 * len(TEXT))


def scripted(gateway: LoopbackGateway, scenario: CloudScenario) -> None:
    gateway.task.default = gateway.realtime.default = scenario


@both
async def test_an_utterance_becomes_words_with_partials_on_the_way(
    model: str, gateway: LoopbackGateway
) -> None:
    transcript, partials = await hear(dashscope(gateway, FREE, model))
    assert (transcript.text, transcript.language) == ("show my quests", "en")
    assert partials[0] == "show my"
    assert gateway.record.heard == [BLOCK * 15]


@both
async def test_odd_events_change_nothing(model: str, gateway: LoopbackGateway) -> None:
    scripted(gateway, CloudScenario(Trouble.ODD_EVENTS))
    transcript, _ = await hear(dashscope(gateway, FREE, model))
    assert transcript.text == "show my quests"


@both
async def test_what_waited_is_sent_at_a_pace(model: str, gateway: LoopbackGateway) -> None:
    await hear(dashscope(gateway, FREE, model), at_once(1.0))
    assert gateway.record.heard == [BLOCK * 50]


@both
async def test_sound_goes_out_while_the_key_is_held(model: str, gateway: LoopbackGateway) -> None:
    up = asyncio.Event()
    await dashscope(gateway, FREE, model).transcribe(
        held(up), Transcribe("en"), lambda chunk: up.set()
    )
    assert up.is_set()


@both
@pytest.mark.parametrize(
    ("trouble", "code", "failure"),
    [
        (Trouble.FAIL_AT_START, "Throttling.RateQuota", Failure.SPEECH_BUSY),
        (Trouble.FAIL_AT_START, "Arrearage", Failure.SPEECH_QUOTA),
        (Trouble.FAIL_AT_START, "ModelNotFound", Failure.SPEECH_SETTING_WRONG),
        (Trouble.FAIL_AT_START, "AccessDenied", Failure.SPEECH_NO_PERMISSION),
        (Trouble.FAIL_MIDWAY, "CLIENT_ERROR", Failure.SPEECH_SERVICE_ERROR),
        (Trouble.CUT_AT_START, "", Failure.SPEECH_UNREACHABLE),
        (Trouble.CUT_MIDWAY, "", Failure.SPEECH_UNREACHABLE),
        (Trouble.CLOSE_MIDWAY, "", Failure.SPEECH_SERVICE_ERROR),
        (Trouble.NO_JSON, "", Failure.SPEECH_SERVICE_ERROR),
        (Trouble.EMPTY, "", Failure.NOTHING_HEARD),
    ],
    ids=lambda value: getattr(value, "name", value),
)
async def test_what_goes_wrong_is_named_and_paid_for_once(
    model: str, trouble: Trouble, code: str, failure: Failure, gateway: LoopbackGateway
) -> None:
    scripted(gateway, CloudScenario(trouble, code))
    with pytest.raises(RecognitionError) as failed:
        await hear(dashscope(gateway, FREE, model))
    assert failed.value.failure is failure
    assert len(gateway.record.tasks) == 1


@both
@pytest.mark.behaviour("ASR-010")
async def test_a_refused_handshake_is_no_attempt_and_hides_the_key(
    model: str, gateway: LoopbackGateway, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    gateway.task.key = gateway.realtime.key = "sk-another"
    meter = FakeMeter()
    with pytest.raises(RecognitionError) as failed:
        await hear(dashscope(gateway, meter, model))
    assert failed.value.failure is Failure.SPEECH_KEY_WRONG
    assert gateway.key not in repr(failed.value) + caplog.text
    assert meter.charges[0].steps == ["end"]


async def test_seconds_are_booked_as_the_service_counted_them(gateway: LoopbackGateway) -> None:
    meter = FakeMeter()
    await hear(dashscope(gateway, meter))
    scripted(gateway, CloudScenario(usage=False))
    await hear(dashscope(gateway, meter))
    assert [charge.used for charge in meter.charges] == [
        Amount(milliseconds=300, is_reported=True),
        Amount(milliseconds=300),
    ]


@pytest.mark.behaviour("TTS-002")
async def test_voices_of_the_audio_path_speak(gateway: LoopbackGateway) -> None:
    meter = FakeMeter()
    assert await said(audio_voice(gateway, meter)) == SOUND
    assert meter.charges[0].used == Amount(len(TEXT), is_reported=True)


async def test_a_realtime_voice_speaks_and_is_billed_as_the_service_says(
    gateway: LoopbackGateway,
) -> None:
    meter = FakeMeter()
    text = "打开第二个。"
    assert await said(realtime_voice(gateway, meter), text, "zh") == tone(0.3 + 0.05 * len(text))
    assert meter.charges[0].used == Amount(11, is_reported=True)


@pytest.mark.parametrize(
    ("trouble", "failure", "posts"),
    [
        (Trouble.FAIL_AT_START, Failure.SPEECH_SERVICE_ERROR, 0),
        (Trouble.CUT_AT_START, Failure.SPEECH_UNREACHABLE, 0),
        (Trouble.NEVER_BEGINS, Failure.SPEECH_SILENT, 0),
        (Trouble.FAIL_MIDWAY, Failure.SPEECH_SERVICE_ERROR, 1),
        (Trouble.CUT_MIDWAY, Failure.SPEECH_TRUNCATED, 1),
        (Trouble.CLOSE_MIDWAY, Failure.SPEECH_TRUNCATED, 1),
        (Trouble.STALL_MIDWAY, Failure.SPEECH_SILENT, 1),
        (Trouble.NO_JSON, Failure.SPEECH_SERVICE_ERROR, 1),
        (Trouble.EMPTY, Failure.SPEECH_SERVICE_ERROR, 1),
    ],
    ids=lambda value: getattr(value, "name", value),
)
async def test_a_realtime_voice_that_breaks_off_is_told_and_paid_for_once(
    trouble: Trouble, failure: Failure, posts: int, gateway: LoopbackGateway
) -> None:
    scripted(gateway, CloudScenario(trouble))
    meter = FakeMeter()
    patience_s = 2.0 if failure is Failure.SPEECH_SILENT else 60.0
    with pytest.raises(SynthesisError) as failed:
        await said(realtime_voice(gateway, meter, silence_timeout_s=patience_s))
    assert failed.value.failure is failure
    assert (sum(gateway.record.posts.values()), len(meter.paid)) == (posts, posts)


async def test_a_voice_the_model_lacks_is_a_wrong_setting(gateway: LoopbackGateway) -> None:
    with pytest.raises(SynthesisError) as failed:
        await said(realtime_voice(gateway, FREE, voice="Momo"))
    assert failed.value.failure is Failure.SPEECH_SETTING_WRONG


async def test_a_model_of_another_protocol_is_refused_before_anything_is_sent(
    gateway: LoopbackGateway,
) -> None:
    voice = QwenVoice("qwen3-tts-flash", "Cherry", gateway.qwen_base_url)
    with pytest.raises(SynthesisError) as failed:
        await said(QwenRealtimeSynthesizer(gateway.key, voice))
    assert failed.value.failure is Failure.SPEECH_SETTING_WRONG
    assert gateway.record.logins == 0
