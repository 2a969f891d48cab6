"""What a call began with it keeps, and nothing of speech is told to a server."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from companion.protocol.requests import ClientMessage
from companion.protocol.responses import ServerMessage
from companion.speech.events import Synthesize, Transcribe
from companion.speech.providers import choose_recognizer, choose_synthesizer
from companion.support.loops import spawn
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.utterances import held
from tests.helpers.meter import FakeMeter

pytestmark = pytest.mark.gateway


def changed(settings: Settings, **changes: str) -> Settings:
    return msgspec.structs.replace(settings, **changes)


@pytest.mark.behaviour("ASR-017")
async def test_a_recognition_in_flight_keeps_provider_and_books_when_settings_change(
    gateway: LoopbackGateway,
) -> None:
    secrets = Secrets({"DASHSCOPE_API_KEY": gateway.key}, NoStore())
    before = Settings(recognizer="dashscope", qwen_base_url=gateway.qwen_base_url)
    first, second = FakeMeter(), FakeMeter()
    up, flowing = asyncio.Event(), asyncio.Event()
    ears = choose_recognizer(before, secrets, first)
    call = spawn(
        ears.transcribe(held(up), Transcribe("en"), lambda chunk: flowing.set()), "utterance"
    )
    await flowing.wait()
    after = changed(before, dashscope_asr_model="paraformer-realtime-v2")
    choose_recognizer(after, secrets, second)
    up.set()
    assert (await call).text == "show my quests"
    assert [charge.source for charge in first.paid] == ["dashscope/fun-asr-realtime"]
    assert (second.charges, len(gateway.record.tasks)) == ([], 1)


@pytest.mark.behaviour("TTS-009")
async def test_a_synthesis_in_flight_keeps_text_voice_and_books_when_settings_change(
    gateway: LoopbackGateway,
) -> None:
    secrets = Secrets({"DASHSCOPE_API_KEY": gateway.key}, NoStore())
    before = Settings(synthesizer="qwen_realtime", qwen_base_url=gateway.qwen_base_url)
    first, second = FakeMeter(), FakeMeter()
    mouth = choose_synthesizer(before, secrets, first)
    assert mouth
    sounds = mouth.synthesize(Synthesize("Four quests are open.", "en"))
    await anext(sounds)
    choose_synthesizer(changed(before, synthesizer="qwen", qwen_voice="Ethan"), secrets, second)
    async for _ in sounds:
        pass
    assert [charge.source for charge in first.paid] == ["qwen_realtime/qwen3-tts-flash-realtime"]
    assert second.charges == []


@pytest.mark.behaviour("ASR-018", "USAGE-002")
def test_no_message_has_a_place_for_keys_or_use_of_speech() -> None:
    _, components = msgspec.json.schema_components((ClientMessage, ServerMessage))
    names = {
        name
        for component in components.values()
        for name in component.get("properties", {})
        if isinstance(component, dict)
    }
    assert {"text", "id"} <= names
    suspicious = ("secret", "api_key", "asr", "tts", "speech", "characters", "milliseconds")
    assert [name for name in names if any(word in name.lower() for word in suspicious)] == []
