"""From what the decoder writes to what was said, and its spectrogram."""

from __future__ import annotations

import numpy as np
import pytest

from companion.speech.asr.whisper.cleanup import is_echo, is_nothing, is_traditional, tidied
from companion.speech.asr.whisper.spectrogram import frames_for, log_mel, mel_filters
from companion.speech.audio.format import to_samples
from tests.helpers.audio_fakes import sine

HINTS = ("Next page", "Back", "Close")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (" Show my quests Show my quests", "Show my quests"),
        ("Close, Close, Close, Close, C", "Close"),
        ("Open the second one. Open the", "Open the second one"),
        ("下一页。下一页。", "下一页"),
        ("查看任务查看任务", "查看任务"),
        ("活动什么时候开始４", "活动什么时候开始"),
        ("Next page,", "Next page"),
        ("打开第二个\ufffd", "打开第二个"),
        ("no no", "no no"),
        ("研究研究", "研究研究"),
        ("4 Queen of Clubs", "4 Queen of Clubs"),
        ("How do I get the dark oak door?", "How do I get the dark oak door?"),
        ("任务 12", "任务 12"),
        ("你好。12", "你好。"),
    ],
)
def test_repeats_and_strays_are_cut_and_words_kept(written: str, said: str) -> None:
    assert tidied(written) == said


@pytest.mark.parametrize(
    "text",
    [
        "",
        " . ",
        "You",
        "Thank you.",
        "Thanks for watching!",
        "谢谢观看",
        "字幕由 Amara 提供",
        "the end of the end of the end of the end of",
        "来,来,来,来,来,来",
    ],
)
def test_what_the_decoder_invents_over_silence_is_nothing(text: str) -> None:
    assert is_nothing(text)


@pytest.mark.parametrize("text", ["Help", "查看任务", "Close", "2", "thank the miner", "你好"])
def test_what_players_say_is_something(text: str) -> None:
    assert not is_nothing(text)


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ("Next page, Back, Close", True),
        ("back, close.", True),
        ("Next page, back", True),
        ("Next page", False),
        ("Close", False),
        ("Go back to the next page", False),
    ],
)
def test_the_prompt_that_comes_back_is_told_from_a_label_that_was_said(
    text: str, echo: bool
) -> None:
    assert is_echo(text, ", ".join(HINTS), HINTS) is echo


def test_the_mandarin_prompt_that_comes_back_is_an_echo() -> None:
    assert is_echo("以下是普通话的句子。", "以下是普通话的句子。", ())


@pytest.mark.parametrize(
    ("text", "yes"), [("查看任務", True), ("查看任务", False), ("Ok，好", False)]
)
def test_traditional_characters_are_known(text: str, yes: bool) -> None:
    assert is_traditional(text) is yes


@pytest.mark.parametrize(
    ("seconds", "frames"), [(0.5, 1000), (9.0, 1000), (9.5, 1050), (28.0, 2900), (40.0, 3000)]
)
def test_the_context_is_no_longer_than_needed_and_never_under_ten_seconds(
    seconds: float, frames: int
) -> None:
    assert frames_for(int(seconds * 16_000)) == frames


def test_a_tone_lights_the_filter_of_its_pitch() -> None:
    mel = log_mel(to_samples(sine(1.0, 1000)), 80)
    assert mel.shape == (1, 80, 1000)
    assert mel.dtype == np.float32
    brightest = int(np.argmax(mel[0, :, 50]))
    centre_hz = np.argmax(mel_filters(80)[brightest]) * 40
    assert centre_hz == pytest.approx(1000, abs=40)
    assert mel[0, :, 500].max() == pytest.approx(mel.min())


def test_filters_cover_the_band_with_equal_area() -> None:
    areas = mel_filters(80).sum(axis=1) * 40
    assert mel_filters(80).shape == (80, 201)
    assert mel_filters(128).shape == (128, 201)
    assert areas[40:] == pytest.approx(1.0, abs=0.1)
