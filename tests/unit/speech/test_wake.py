"""The word that wakes: speech before it is not meant for us."""

from __future__ import annotations

import asyncio

import pytest

from companion.speech.audio.format import is_digital_silence, silence
from companion.speech.audio.played import Played
from companion.speech.audio.resample import converted
from companion.speech.echo.half_duplex import HalfDuplex
from companion.speech.events import BLOCK_BYTES, LISTEN_RATE_HZ, Synthesize
from companion.speech.hands_free import AWAKE_S, HandsFree
from companion.speech.vad import SpeechWatch, Turn
from companion.speech.wake import WORDS, MicroWakeWord
from companion.support.errors import CompanionError, Failure
from tests.helpers.audio_fakes import SPEECH, ZEROS, numbered

WORD = numbered(9000)


class _Loud:
    def probability(self, frame: bytes) -> float:
        return 0.0 if is_digital_silence(frame) else 1.0


class _Word:
    def heard(self, pcm: bytes) -> bool:
        return pcm == WORD


@pytest.fixture
def hands() -> HandsFree:
    return HandsFree(Played(), HalfDuplex(), SpeechWatch(_Loud()), _Word())


def _turns(hands: HandsFree, *blocks: bytes) -> list[Turn]:
    return [turn for block in blocks for turn in hands.feed(block)[1]]


UTTERANCE = [*[SPEECH] * 20, *[ZEROS] * 40]


def test_speech_without_the_word_is_not_meant_for_us(hands: HandsFree) -> None:
    assert _turns(hands, *UTTERANCE, *UTTERANCE) == []


def test_what_is_said_in_one_breath_with_the_word_is_heard(hands: HandsFree) -> None:
    sentence = [*[SPEECH] * 20, WORD, *UTTERANCE]
    assert _turns(hands, *sentence) == [Turn.BEGAN, Turn.ENDED]


def test_what_follows_the_word_soon_is_heard_and_later_is_not(hands: HandsFree) -> None:
    _turns(hands, *[SPEECH] * 20, WORD, *[ZEROS] * 40)
    assert _turns(hands, *UTTERANCE) == [Turn.BEGAN, Turn.ENDED]
    _turns(hands, *[ZEROS] * round(AWAKE_S / 0.02 + 1))
    assert _turns(hands, *UTTERANCE) == []


def test_a_word_without_a_model_is_named() -> None:
    with pytest.raises(CompanionError) as caught:
        MicroWakeWord("hey_companion")
    assert caught.value.failure is Failure.SPEECH_SETTING_WRONG
    assert all(word in caught.value.detail for word in WORDS)


def test_the_real_model_hears_its_word_and_nothing_in_another_sentence() -> None:
    pytest.importorskip("pymicro_wakeword")
    pytest.importorskip("hibari")
    said, other = asyncio.run(_said("Hey Jarvis!", "Show my quests, and claim the reward."))
    assert _hears(said)
    assert not _hears(other)


async def _said(*texts: str) -> list[bytes]:
    from companion.speech.tts.offline import OfflineSynthesizer

    voice = OfflineSynthesizer("en")
    found = []
    for text in texts:
        chunks = [chunk async for chunk in voice.synthesize(Synthesize(text, "en"))]
        found.append(converted(b"".join(chunks), voice.rate_hz, LISTEN_RATE_HZ))
    await voice.close()
    return found


def _hears(pcm: bytes) -> bool:
    word, edge = MicroWakeWord("hey_jarvis"), silence(0.8, LISTEN_RATE_HZ)
    sound = edge + pcm + edge
    blocks = [sound[at : at + BLOCK_BYTES] for at in range(0, len(sound), BLOCK_BYTES)]
    return any(word.heard(block) for block in blocks)
