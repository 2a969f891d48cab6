"""Real speech servers of others, on a model folder of ours.

They need an environment of their own (`faster-whisper`, a web server): `packaging/test` makes one
where it may install everything, and names its folder of programs in COMPANION_SPEECH_SERVERS.
Elsewhere, without it or without the offline models, these tests are skipped.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest

from companion.speech.asr.openai import OpenAiEars, OpenAiRecognizer
from companion.speech.asr.recognizer import Recognizer
from companion.speech.asr.wyoming import WyomingRecognizer
from companion.speech.audio.resample import converted
from companion.speech.events import LISTEN_RATE_HZ, Synthesize, Transcribe
from companion.speech.models.catalog import WHISPER_BASE
from companion.speech.models.store import ModelStore
from companion.speech.tts.offline import OfflineSynthesizer
from companion.support.errors import CompanionError

PROGRAMS = Path(os.environ.get("COMPANION_SPEECH_SERVERS", "/nowhere"))
pytestmark = pytest.mark.slow
SENTENCE = "Show my quests, please."


@asynccontextmanager
async def running(program: str, *arguments: str, port: int) -> AsyncIterator[None]:
    if not (PROGRAMS / program).is_file():
        missing(f"COMPANION_SPEECH_SERVERS has no {program}")
    child = await asyncio.create_subprocess_exec(PROGRAMS / program, *arguments)
    try:
        async with asyncio.timeout(90):
            while not await _is_there(port):
                assert child.returncode is None, "the server ended"
                await asyncio.sleep(0.2)
        yield
    finally:
        child.kill()
        await child.wait()


async def _is_there(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


def missing(reason: str) -> NoReturn:
    """Skip the test; fail where all can be installed (CI)."""
    if os.environ.get("COMPANION_CI") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def free_port() -> int:
    """One that no other test is given meanwhile: the system hands out higher ones."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def model() -> Path:
    try:
        return ModelStore().locate(WHISPER_BASE)["model.bin"].parent
    except CompanionError as error:
        missing(f"offline models are not installed: {error.detail}")


async def spoken() -> AsyncIterator[bytes]:
    voice = OfflineSynthesizer("en")
    chunks = [chunk async for chunk in voice.synthesize(Synthesize(SENTENCE, "en"))]
    await voice.close()
    pcm = converted(b"".join(chunks), voice.rate_hz, LISTEN_RATE_HZ)
    for at in range(0, len(pcm), 640):
        yield pcm[at : at + 640]


async def heard_by(recognizer: Recognizer) -> str:
    request = Transcribe("en", ("Quests",))
    return (await recognizer.transcribe(spoken(), request, lambda chunk: None)).text


async def test_a_wyoming_program_hears_what_our_voice_says(tmp_path: Path) -> None:
    port = free_port()
    words = ["--uri", f"tcp://127.0.0.1:{port}", "--model", str(model())]
    words += ["--data-dir", str(tmp_path), "--stt-library", "faster-whisper"]
    words += ["--local-files-only", "--language", "en"]
    async with running("wyoming-faster-whisper", *words, port=port):
        heard = await heard_by(WyomingRecognizer(f"127.0.0.1:{port}"))
    assert "show my quests" in heard.lower()


async def test_an_openai_compatible_server_hears_what_our_voice_says() -> None:
    port = free_port()
    words = [str(model()), "--host", "127.0.0.1", "--port", str(port)]
    async with running("faster-whisper-server", *words, port=port):
        ears = OpenAiEars(f"http://127.0.0.1:{port}/v1", "whisper-1")
        heard = await heard_by(OpenAiRecognizer("", ears))
    assert "show my quests" in heard.lower()
