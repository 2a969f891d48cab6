"""Both clouds for real: a sentence is spoken by one and understood by the other."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from companion.speech.asr.aliyun_nls import AliyunRecognizer
from companion.speech.asr.offline import OfflineRecognizer
from companion.speech.audio.resample import converted
from companion.speech.events import BLOCK_BYTES, LISTEN_RATE_HZ, Synthesize
from companion.speech.tts.offline import OfflineSynthesizer
from companion.speech.tts.qwen import QwenSynthesizer
from companion.support.errors import CompanionError, Failure
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.nls_scenario import NlsScenario
from tests.gateway.qwen_scenario import QwenScenario
from tests.gateway.real_speech import RATE_HZ, ears, voice
from tests.gateway.utterances import hear

pytestmark = [pytest.mark.gateway, pytest.mark.slow]


async def blocks_of(pcm: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(pcm), BLOCK_BYTES):
        yield pcm[at : at + BLOCK_BYTES]


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [("en", "Show my quests.", ["show", "quest"]), ("zh", "查看任务。", ["任务"])],
    ids=["en", "zh"],
)
async def test_what_one_cloud_says_the_other_hears(
    language: str, text: str, words: list[str], gateway: LoopbackGateway
) -> None:
    mouth, listener = OfflineSynthesizer(language), OfflineRecognizer(language)
    try:
        await mouth.warm_up()
        await listener.warm_up()
    except CompanionError as error:
        if error.failure is not Failure.NO_SPEECH_MODEL:
            raise
        pytest.skip("the extra `offline` is not installed")
    gateway.qwen.default = QwenScenario(voice=voice(mouth))
    gateway.nls.default = NlsScenario(partials=(), transcribe=ears(listener, language))
    request = Synthesize(text, language)
    synthesizer = QwenSynthesizer(gateway.key, gateway.voice)
    said = b"".join([chunk async for chunk in synthesizer.synthesize(request)])
    sound = blocks_of(converted(said, RATE_HZ, LISTEN_RATE_HZ))
    transcript, _ = await hear(AliyunRecognizer(gateway.account, gateway.endpoints), sound)
    assert [word for word in words if word not in transcript.text.lower()] == []
    await mouth.close()
    await listener.close()
