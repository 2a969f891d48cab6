"""The vendor's own client against the newer endpoints, in its classic and in its new form."""

from __future__ import annotations

import asyncio
import base64
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.gateway.loopback import LoopbackGateway
from tests.gateway.sound import tone, wav

dashscope = pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")

pytestmark = [pytest.mark.gateway, pytest.mark.filterwarnings("default")]

TEXT = "Four quests are open."
MODEL, VOICE = "qwen-audio-3.0-tts-flash", "longanhuan_v3.6"
SOUND = tone(0.3 + 0.05 * len(TEXT))
DEADLINE_S = 60.0


async def test_its_classic_recogniser_hears_by_the_task_protocol(
    gateway: LoopbackGateway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dashscope.audio.asr import Recognition

    recording = tmp_path / "words.wav"
    recording.write_bytes(wav(tone(0.5, 16_000), 16_000))
    address = f"ws://127.0.0.1:{gateway.port}/api-ws/v1/inference"
    monkeypatch.setattr(dashscope, "base_websocket_api_url", address)
    monkeypatch.setattr(dashscope, "api_key", gateway.key)

    def hear() -> Any:
        ears = Recognition("fun-asr-realtime", None, "wav", 16_000)
        return ears.call(str(recording))

    result = await asyncio.to_thread(hear)
    assert [sentence["text"] for sentence in result.get_sentence()] == ["show my", "quests"]


async def test_its_classic_voice_speaks_by_the_audio_path(gateway: LoopbackGateway) -> None:
    def speak() -> bytes:
        answer = dashscope.HttpSpeechSynthesizer.call(
            MODEL,
            TEXT,
            VOICE,
            audio_format="pcm",
            stream=True,
            api_key=gateway.key,
            url=gateway.qwen_base_url,
        )
        return b"".join(chunk.audio_data or b"" for chunk in list(answer)[:-1])

    assert await asyncio.to_thread(speak) == SOUND


async def test_its_realtime_voice_speaks(
    gateway: LoopbackGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dashscope.audio.qwen_tts_realtime import (
        AudioFormat,
        QwenTtsRealtime,
        QwenTtsRealtimeCallback,
    )

    heard, over = bytearray(), threading.Event()

    class Listening(QwenTtsRealtimeCallback):  # type: ignore[misc]
        def on_event(self, response: dict[str, Any]) -> None:
            if response["type"] == "response.audio.delta":
                heard.extend(base64.b64decode(response["delta"]))
            if response["type"] == "session.finished":
                over.set()

    monkeypatch.setattr(dashscope, "api_key", gateway.key)

    def speak() -> None:
        url = f"ws://127.0.0.1:{gateway.port}/api-ws/v1/realtime"
        voice = QwenTtsRealtime("qwen3-tts-flash-realtime", callback=Listening(), url=url)
        voice.connect()
        voice.update_session(
            voice="Cherry",
            response_format=AudioFormat.PCM_24000HZ_MONO_16BIT,
            mode="commit",
        )
        voice.append_text(TEXT)
        voice.commit()
        voice.finish()
        assert over.wait(DEADLINE_S)
        voice.close()

    await asyncio.to_thread(speak)
    assert bytes(heard) == SOUND


async def test_its_new_client_speaks_and_hears(gateway: LoopbackGateway, tmp_path: Path) -> None:
    recording = tmp_path / "words.pcm"
    recording.write_bytes(tone(0.5, 16_000))

    def use() -> tuple[bytes, list[str]]:
        with dashscope.Client(api_key=gateway.key, base_url=gateway.qwen_base_url) as client:
            chunks = client.audio.tts.http.stream(
                TEXT, model=MODEL, voice=VOICE, format="pcm", sample_rate=24_000
            )
            sound = b"".join(chunk.audio or b"" for chunk in chunks)
            heard = client.audio.asr.recognize_file(
                str(recording),
                model="fun-asr-realtime",
                ws_url=f"ws://127.0.0.1:{gateway.port}/api-ws/v1/inference",
            )
            return sound, [str(part) for part in heard]

    sound, heard = await asyncio.to_thread(use)
    assert sound == SOUND
    assert any("'text': 'quests'" in part for part in heard)
