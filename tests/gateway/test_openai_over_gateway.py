from __future__ import annotations

import asyncio

import pytest

from companion.speech.asr.openai import OpenAiEars, OpenAiRecognizer
from companion.speech.events import Transcribe
from companion.speech.ledger.meter import FREE
from companion.support.errors import CompanionError, Failure
from tests.gateway.cloud_trouble import CloudScenario, Trouble
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.paid import openai_ears, openai_voice, said
from tests.gateway.sound import tone, wav
from tests.gateway.utterances import BLOCK, at_once, hear

pytestmark = pytest.mark.gateway


async def test_an_utterance_goes_out_as_one_wav_with_the_labels_of_the_card(
    gateway: LoopbackGateway,
) -> None:
    request = Transcribe("en", ("Next page", "Claim all"))
    ears = openai_ears(gateway, FREE)
    transcript = await ears.transcribe(at_once(0.3), request, lambda chunk: None)
    assert transcript.text == "show my quests"
    forms = gateway.openai.forms
    assert forms["file"] == wav(BLOCK * 15, 16_000)
    assert (forms["prompt"], forms["language"]) == (b"Next page, Claim all", b"en")


async def test_a_voice_speaks_raw_sound(gateway: LoopbackGateway) -> None:
    assert await said(openai_voice(gateway, FREE)) == tone(0.3)


@pytest.mark.parametrize("direction", ["hear", "say"])
@pytest.mark.parametrize(
    ("status", "code", "failure"),
    [
        (401, "invalid_api_key", Failure.SPEECH_KEY_WRONG),
        (403, "", Failure.SPEECH_NO_PERMISSION),
        (403, "unsupported_country_region_territory", Failure.SPEECH_REGION_WRONG),
        (404, "model_not_found", Failure.SPEECH_SETTING_WRONG),
        (429, "rate_limit_exceeded", Failure.SPEECH_BUSY),
        (429, "insufficient_quota", Failure.SPEECH_QUOTA),
        (500, "", Failure.SPEECH_SERVICE_ERROR),
    ],
)
async def test_a_refusal_names_the_cause_and_is_not_tried_again(
    direction: str, status: int, code: str, failure: Failure, gateway: LoopbackGateway
) -> None:
    gateway.openai.status = status
    gateway.openai.default = CloudScenario(Trouble.FAIL_AT_START, code)
    with pytest.raises(CompanionError) as failed:
        await made(direction, gateway)
    assert failed.value.failure is failure
    assert len(gateway.record.tasks) + sum(gateway.record.posts.values()) == 1


@pytest.mark.parametrize(
    ("direction", "trouble", "failure"),
    [
        ("hear", Trouble.NO_JSON, Failure.SPEECH_SERVICE_ERROR),
        ("hear", Trouble.EMPTY, Failure.NOTHING_HEARD),
        ("hear", Trouble.NEVER_BEGINS, Failure.SPEECH_SILENT),
        ("say", Trouble.EMPTY, Failure.SPEECH_SERVICE_ERROR),
        ("say", Trouble.CUT_MIDWAY, Failure.SPEECH_TRUNCATED),
        ("say", Trouble.STALL_MIDWAY, Failure.SPEECH_SILENT),
        ("say", Trouble.NEVER_BEGINS, Failure.SPEECH_SILENT),
    ],
    ids=lambda value: getattr(value, "name", value),
)
async def test_a_broken_answer_is_told(
    direction: str, trouble: Trouble, failure: Failure, gateway: LoopbackGateway
) -> None:
    gateway.openai.default = CloudScenario(trouble)
    patience_s = 2.0 if failure is Failure.SPEECH_SILENT else 60.0
    with pytest.raises(CompanionError) as failed:
        await made(direction, gateway, patience_s)
    assert failed.value.failure is failure


async def test_no_sound_is_not_sent(gateway: LoopbackGateway) -> None:
    with pytest.raises(CompanionError) as failed:
        await hear(openai_ears(gateway, FREE), at_once(0))
    assert failed.value.failure is Failure.NOTHING_HEARD
    assert gateway.record.tasks == []


async def test_nobody_there_is_unreachable() -> None:
    ears = OpenAiRecognizer("", OpenAiEars("http://127.0.0.1:9/v1", "whisper-1"))
    with pytest.raises(CompanionError) as failed:
        async with asyncio.timeout(30):
            await hear(ears)
    assert failed.value.failure is Failure.SPEECH_UNREACHABLE


async def made(direction: str, gateway: LoopbackGateway, timeout_s: float = 30.0) -> object:
    if direction == "hear":
        return await hear(openai_ears(gateway, FREE, timeout_s))
    return await said(openai_voice(gateway, FREE, timeout_s))
