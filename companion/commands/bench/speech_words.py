"""What the offline ears make of the sentences of the game, in both languages."""

from __future__ import annotations

import statistics
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from companion.language.ear_numbers import numbers_in_words
from companion.language.similarity import likeness
from companion.speech.asr.offline import OfflineRecognizer
from companion.speech.audio.format import silence
from companion.speech.audio.resample import converted
from companion.speech.events import BLOCK_BYTES, LISTEN_RATE_HZ, Synthesize, Transcribe
from companion.speech.tts.offline import OfflineSynthesizer
from companion.support.errors import Failure, RecognitionError

SENTENCES = {
    "en": (
        "Show my quests.", "Next page.", "Open the second one.", "Claim the reward.", "Go back.",
        "Open the shop.", "How do I craft a diamond pickaxe?", "Close this card.", "Yes, confirm.",
        "Track this quest.", "Previous page.", "Read it again.", "Start the daily quest.",
        "What should I do next?", "Open my inbox.", "Sign in for today.", "Stop.", "Help.",
        "Where is the nearest village?", "No, cancel that.",
    ),
    "zh": (
        "查看任务", "下一页", "打开第二个", "领取奖励", "返回", "打开商店", "怎么合成钻石镐",
        "关闭这张卡片", "确认", "追踪这个任务", "上一页", "再读一遍", "开始每日任务",
        "下一步做什么", "打开收件箱", "今天签到", "停止", "帮助", "最近的村庄在哪里", "取消",
    ),
}  # fmt: skip
LABELS = {
    "en": ("Next page", "Previous page", "Back", "Close", "Claim the reward", "Track this quest"),
    "zh": ("下一页", "上一页", "返回", "关闭", "领取奖励", "追踪这个任务"),
}
"""What a card on the screen would show: the hints, whatever is said."""


@dataclass(frozen=True, slots=True)
class Words:
    """How a language did.

    Attributes:
        exact: Sentences without any error, marks aside.
        error: Wrong, lost and invented units for each unit that was said.
        unit: What is counted: words, or characters in Chinese.
        matched: Sentences that are nearest, by sound, to what was said among all of them.
        median_ms: From the last block to the words.
    """

    language: str
    sentences: int
    exact: int
    error: float
    unit: str
    matched: int
    median_ms: float


async def words(count: int) -> list[Words]:
    """Let the offline voice say the first sentences of each language, and listen."""
    return [await _of(language, SENTENCES[language][:count]) for language in SENTENCES]


async def _of(language: str, sentences: Sequence[str]) -> Words:
    voice, ears = OfflineSynthesizer(language), OfflineRecognizer(language)
    await ears.warm_up()
    heard, times = [], []
    try:
        for sentence in sentences:
            text, took = await _heard(ears, await _sound(voice, sentence, language), language)
            heard.append(text)
            times.append(took)
    finally:
        await voice.close()
        await ears.close()
    pairs = [
        (_units(s, language), _units(h, language)) for s, h in zip(sentences, heard, strict=True)
    ]
    wrong = sum(_distance(said, found) for said, found in pairs)
    return Words(
        language,
        len(sentences),
        sum(said == found for said, found in pairs),
        wrong / sum(len(said) for said, _ in pairs),
        "characters" if language == "zh" else "words",
        sum(_nearest(h, language) == s for s, h in zip(sentences, heard, strict=True)),
        statistics.median(times),
    )


async def _sound(voice: OfflineSynthesizer, sentence: str, language: str) -> bytes:
    request = Synthesize(sentence, language)
    pcm = b"".join([chunk async for chunk in voice.synthesize(request)])
    edge = silence(0.3, LISTEN_RATE_HZ)
    return edge + converted(pcm, voice.rate_hz, LISTEN_RATE_HZ) + silence(0.06, LISTEN_RATE_HZ)


async def _heard(ears: OfflineRecognizer, pcm: bytes, language: str) -> tuple[str, float]:
    ended = 0.0

    async def blocks() -> AsyncIterator[bytes]:
        nonlocal ended
        for at in range(0, len(pcm), BLOCK_BYTES):
            yield pcm[at : at + BLOCK_BYTES]
        ended = time.perf_counter()

    request = Transcribe(language, LABELS[language])
    try:
        text = (await ears.transcribe(blocks(), request, lambda _: None)).text
    except RecognitionError as error:
        if error.failure is not Failure.NOTHING_HEARD:
            raise
        text = ""
    return text, (time.perf_counter() - ended) * 1000


def _units(text: str, language: str) -> tuple[str, ...]:
    said = numbers_in_words(text, language).casefold()
    if language == "zh":
        return tuple(character for character in said if character.isalnum())
    return tuple("".join(c if c.isalnum() else " " for c in said).split())


def _nearest(heard: str, language: str) -> str:
    return max(SENTENCES[language], key=lambda known: likeness(heard, known, language))


def _distance(expected: Sequence[str], found: Sequence[str]) -> int:
    row = list(range(len(found) + 1))
    for index, unit in enumerate(expected, 1):
        previous, row = row, [index]
        for other, heard in enumerate(found, 1):
            row.append(min(previous[other] + 1, row[-1] + 1, previous[other - 1] + (unit != heard)))
    return row[-1]
