"""Sentences in clauses, silence cut, numbers as Chinese speakers say them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.speech.audio.format import Samples
from companion.speech.tts.clauses import LONG_PAUSE_S, SHORT_PAUSE_S, Clause, clauses
from companion.speech.tts.trim import KEPT_S, trimmed


@pytest.mark.parametrize(
    ("sentence", "texts"),
    [
        ("你还有三个任务，说下一页继续。", ["你还有三个任务，", "说下一页继续。"]),
        ("You have three, say next.", ["You have three,", "say next."]),
        ("Version 1.20.1 is out.", ["Version 1.20.1 is out."]),
        ("1,000 coins at 7:30.", ["1,000 coins at 7:30."]),
        ("好，我们走。", ["好，我们走。"]),
        ("……", []),
        ("", []),
        ("no mark", ["no mark"]),
        ("Really?! Yes.", ["Really?!", "Yes."]),
    ],
)
def test_a_sentence_is_cut_at_its_marks(sentence: str, texts: list[str]) -> None:
    assert [clause.text for clause in clauses(sentence)] == texts


def test_a_comma_is_a_shorter_pause_than_a_stop_and_the_end_has_none() -> None:
    assert clauses("one two, three four. five six") == (
        Clause("one two,", SHORT_PAUSE_S),
        Clause("three four.", LONG_PAUSE_S),
        Clause("five six", 0.0),
    )


def _voice(before_s: float, voice_s: float, after_s: float) -> Samples:
    parts = [np.full(round(s * 24_000), v, np.float32) for s, v in
             ((before_s, 0.0005), (voice_s, 0.3), (after_s, 0.0005))]  # fmt: skip
    return np.concatenate(parts)


def test_silence_around_a_voice_is_cut_but_for_a_breath() -> None:
    cut = trimmed(_voice(0.4, 1.0, 1.1), 24_000)
    assert len(cut) / 24_000 == pytest.approx(1.0 + 2 * KEPT_S, abs=0.011)


def test_a_voice_without_silence_stays_whole_and_silence_alone_leaves_nothing() -> None:
    assert len(trimmed(_voice(0, 1.0, 0), 24_000)) == 24_000
    assert len(trimmed(_voice(1.0, 0, 0), 24_000)) == 0


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("3个任务", "三个任务"),
        ("已完成 2/5", "已完成 五分之二"),
        ("12", "十二"),
        ("没有数字", "没有数字"),
    ],
)
def test_numbers_are_written_as_they_are_said(written: str, spoken: str) -> None:
    pytest.importorskip("misaki", reason="the Chinese voice is not installed")
    from companion.speech.tts.mandarin import numbers_spoken

    assert numbers_spoken(written) == spoken
