from __future__ import annotations

import asyncio
import dataclasses

import pytest

from companion.speech.events import Synthesize
from companion.speech.ledger.meter import FREE, Amount, Meter
from companion.speech.tts.qwen import SPACING_S, QwenSynthesizer
from companion.speech.tts.qwen_failures import QwenVoice
from companion.support.errors import Failure, SynthesisError
from companion.support.loops import spawn
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.qwen_scenario import QwenScenario, QwenTrouble
from tests.gateway.sound import tone
from tests.helpers.meter import FakeMeter

pytestmark = pytest.mark.gateway

TEXT = "Four quests are open."
SOUND = tone(0.3 + 0.05 * len(TEXT))


def voice_at(
    gateway: LoopbackGateway,
    meter: Meter = FREE,
    voice: QwenVoice | None = None,
    silence_timeout_s: float = 60.0,
) -> QwenSynthesizer:
    return QwenSynthesizer(gateway.key, voice or gateway.voice, meter, silence_timeout_s)


async def say(synthesizer: QwenSynthesizer, text: str = TEXT, language: str = "en") -> bytes:
    request = Synthesize(text, language)
    return b"".join([chunk async for chunk in synthesizer.synthesize(request)])


async def failure_at(gateway: LoopbackGateway, timeout_s: float = 60.0) -> SynthesisError:
    with pytest.raises(SynthesisError) as failed:
        await say(voice_at(gateway, silence_timeout_s=timeout_s))
    return failed.value


@pytest.mark.parametrize(
    "scenario",
    [
        QwenScenario(),
        QwenScenario(chunk_bytes=1001),
        QwenScenario(with_header=True),
        QwenScenario(with_header=True, chunk_bytes=7),
        QwenScenario(data_lines=3),
        QwenScenario(space=True),
        QwenScenario(line_end="\r\n"),
        QwenScenario(comments=True),
        QwenScenario(usage=False),
        QwenScenario(last_blank=False),
    ],
    ids=[
        "plain",
        "odd sizes",
        "riff",
        "riff in crumbs",
        "several data lines",
        "space",
        "crlf",
        "comments",
        "no usage",
        "no last blank line",
    ],
)
async def test_the_sound_is_the_same_however_it_is_sent(
    scenario: QwenScenario, gateway: LoopbackGateway
) -> None:
    gateway.qwen.default = scenario
    assert await say(voice_at(gateway)) == SOUND
    assert gateway.record.posts == {TEXT: 1}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
async def test_events_that_come_byte_by_byte_are_put_together(
    line_end: str, gateway: LoopbackGateway
) -> None:
    sound = tone(0.01)

    async def short(text: str, language: str) -> bytes:
        return sound

    gateway.qwen.default = QwenScenario(line_end=line_end, segment_bytes=1, voice=short)
    assert await say(voice_at(gateway)) == sound


@pytest.mark.behaviour("TTS-005")
async def test_sound_comes_before_the_synthesis_is_complete(gateway: LoopbackGateway) -> None:
    gateway.qwen.default = QwenScenario(trouble=QwenTrouble.STALL)
    sounds = voice_at(gateway).synthesize(Synthesize(TEXT, "en"))
    assert await anext(sounds) == SOUND[:12_800]
    await sounds.aclose()


async def test_usage_is_told_once_for_each_request(gateway: LoopbackGateway) -> None:
    meter = FakeMeter()
    await say(voice_at(gateway, meter), "打开第二个。", "zh")
    (charge,) = meter.charges
    assert charge.steps == ["begin", "left", "sent", "end"]
    assert charge.used == Amount(11, is_reported=True)


async def test_a_long_text_takes_several_requests_within_the_limit(
    gateway: LoopbackGateway,
) -> None:
    sentence = "这是一个很长很长的任务说明。"
    await say(voice_at(gateway), sentence * 30, "zh")
    assert len(gateway.record.posts) == 2
    assert "".join(gateway.record.posts) == sentence * 30


async def test_requests_wait_for_their_turn_within_the_accounts_limit(
    gateway: LoopbackGateway,
) -> None:
    now = asyncio.get_running_loop().time
    voice, begun = voice_at(gateway), now()
    for _ in range(3):
        await say(voice)
    assert SPACING_S >= 60 / 180
    assert now() - begun >= 2 * SPACING_S  # slower is well, sooner would be refused


async def test_nothing_is_waited_for_after_the_final_marker(gateway: LoopbackGateway) -> None:
    gateway.qwen.default = QwenScenario(trouble=QwenTrouble.STALL_AFTER_FINAL)
    assert await say(voice_at(gateway)) == SOUND


@pytest.mark.parametrize("how", ["cancel", "close"])
async def test_stopping_ends_the_connection(how: str, gateway: LoopbackGateway) -> None:
    gateway.qwen.default = QwenScenario(trouble=QwenTrouble.STALL)
    meter = FakeMeter()
    sounds = voice_at(gateway, meter).synthesize(Synthesize(TEXT, "en"))
    await anext(sounds)
    if how == "cancel":
        waiting = spawn(anext(sounds), "next sound")
        await asyncio.sleep(0)
        waiting.cancel()
    else:
        await sounds.aclose()
    await gateway.record.hung_up.wait()
    assert meter.charges[0].steps == ["begin", "left", "sent", "end"]


@pytest.mark.parametrize(
    ("trouble", "failure"),
    [
        (QwenTrouble.CUT, Failure.SPEECH_TRUNCATED),
        (QwenTrouble.CUT_IN_EVENT, Failure.SPEECH_TRUNCATED),
        (QwenTrouble.END_WITHOUT_STOP, Failure.SPEECH_TRUNCATED),
        (QwenTrouble.CUT_BEFORE_REPLY, Failure.SPEECH_UNREACHABLE),
        (QwenTrouble.STALL, Failure.SPEECH_SILENT),
        (QwenTrouble.ONLY_COMMENTS, Failure.SPEECH_SILENT),
        (QwenTrouble.STALL_BEFORE_REPLY, Failure.SPEECH_SILENT),
        (QwenTrouble.ONLY_FINAL, Failure.SPEECH_SERVICE_ERROR),
        (QwenTrouble.NO_JSON, Failure.SPEECH_SERVICE_ERROR),
        (QwenTrouble.NO_BASE64, Failure.SPEECH_SERVICE_ERROR),
    ],
    ids=lambda value: value.name,
)
async def test_a_broken_answer_is_told_and_the_paid_request_is_not_repeated(
    trouble: QwenTrouble, failure: Failure, gateway: LoopbackGateway
) -> None:
    gateway.qwen.default = QwenScenario(trouble=trouble)
    patience_s = 2.0 if failure is Failure.SPEECH_SILENT else 60.0
    assert (await failure_at(gateway, patience_s)).failure is failure
    assert gateway.record.posts == {TEXT: 1}


@pytest.mark.parametrize("trouble", [QwenTrouble.REFUSE, QwenTrouble.REFUSE_AS_STREAM])
@pytest.mark.parametrize(
    ("status", "code", "failure"),
    [
        (400, "Arrearage", Failure.SPEECH_QUOTA),
        (400, "DataInspectionFailed", Failure.SPEECH_TEXT_REFUSED),
        (403, "Model.AccessDenied", Failure.SPEECH_NO_PERMISSION),
        (404, "ModelNotFound", Failure.SPEECH_SETTING_WRONG),
        (429, "Throttling.RateQuota", Failure.SPEECH_BUSY),
        (429, "Throttling.AllocationQuota", Failure.SPEECH_QUOTA),
        (500, "InternalError", Failure.SPEECH_SERVICE_ERROR),
        (503, "", Failure.SPEECH_SERVICE_ERROR),
    ],
)
async def test_a_refusal_names_the_cause_and_is_not_tried_again(
    trouble: QwenTrouble, status: int, code: str, failure: Failure, gateway: LoopbackGateway
) -> None:
    gateway.qwen.default = QwenScenario(trouble=trouble, status=status, code=code)
    assert (await failure_at(gateway)).failure is failure
    assert gateway.record.posts == {TEXT: 1}


async def test_an_error_within_the_stream_comes_after_the_sound_before_it(
    gateway: LoopbackGateway,
) -> None:
    gateway.qwen.default = QwenScenario(
        trouble=QwenTrouble.ERROR_IN_STREAM, code="data_inspection_failed"
    )
    sounds = voice_at(gateway).synthesize(Synthesize(TEXT, "en"))
    assert await anext(sounds) == SOUND[:12_800]
    with pytest.raises(SynthesisError) as failed:
        await anext(sounds)
    assert failed.value.failure is Failure.SPEECH_TEXT_REFUSED


async def test_a_voice_the_model_lacks_is_answered_with_the_list(gateway: LoopbackGateway) -> None:
    voice = dataclasses.replace(gateway.voice, voice="Momo")
    with pytest.raises(SynthesisError) as failed:
        await say(voice_at(gateway, voice=voice))
    assert failed.value.failure is Failure.SPEECH_SETTING_WRONG
    assert "'Cherry', 'Ethan'" in failed.value.detail


async def test_a_wrong_key_is_no_paid_request(gateway: LoopbackGateway) -> None:
    synthesizer = QwenSynthesizer("sk-wrong", gateway.voice)
    with pytest.raises(SynthesisError) as failed:
        await say(synthesizer)
    assert failed.value.failure is Failure.SPEECH_KEY_WRONG
    assert not gateway.record.posts


async def test_nobody_there_is_unreachable(gateway: LoopbackGateway) -> None:
    voice = dataclasses.replace(gateway.voice, base_url="http://127.0.0.1:9/api/v1")
    meter = FakeMeter()
    with pytest.raises(SynthesisError) as failed:
        await say(voice_at(gateway, meter, voice))
    assert failed.value.failure is Failure.SPEECH_UNREACHABLE
    assert meter.charges[0].steps == ["end"]
