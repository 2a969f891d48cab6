"""Names as they sound."""

from __future__ import annotations

import asyncio

import pytest

from companion.speech.lexicon import MAX_HOT_WORDS, Lexicon
from companion.speech.tts.narrator import Narrator
from tests.helpers.audio_fakes import FakeSpeaker, FakeSynthesizer, MouthLog
from tests.helpers.clock import ManualClock


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Build the AE2 controller.", "en", "Build the A E two controller."),
        ("The AE25 stays.", "en", "The AE twenty-five stays."),
        ("建造AE2控制器", "zh", "建造A E two控制器"),
    ],
)
def test_a_name_is_given_to_the_voice_as_it_sounds(text: str, language: str, expected: str) -> None:
    assert Lexicon(pronunciations={"AE2": "A E two"}).aloud(text, language) == expected


def test_a_pronunciation_is_never_a_pattern() -> None:
    assert Lexicon(pronunciations={"C++": r"C \1"}).aloud("a C++ b", "en") == r"a C \1 b".replace(
        "1", "one"
    )


def test_labels_in_sight_come_before_names_and_each_once() -> None:
    names = tuple(f"name {number}" for number in range(MAX_HOT_WORDS + 5))
    hints = Lexicon(("Next page", *names)).hints(["Next page", "Close"])
    assert hints[:3] == ("Next page", "Close", "name 0")
    assert len(hints) == MAX_HOT_WORDS + 1


async def test_the_eye_reads_digits_while_the_voice_gets_words() -> None:
    synthesizer, log = FakeSynthesizer(), MouthLog()
    narrator = Narrator(FakeSpeaker(), synthesizer, ManualClock())
    narrator.lexicon = Lexicon(pronunciations={"RF": "R F"})
    narrator.say(["You need 64 RF."], "en", log)
    await asyncio.wait_for(log.over.wait(), 5)
    assert synthesizer.asked == ["You need sixty-four R F."]
    assert log.named("sentence") == [(0, "You need 64 RF.")]
