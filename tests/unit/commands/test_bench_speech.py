"""The bench of ears and voice measures what it says."""

from __future__ import annotations

import numpy as np
import pytest

from companion.commands.bench import speech_echo as echo
from companion.commands.bench.speech_presses import Press, _judged, presses
from companion.commands.bench.speech_voice import voice
from companion.commands.bench.speech_words import _distance, _nearest, _units
from companion.speech.audio.format import to_pcm
from companion.speech.ears import Utterance
from companion.speech.events import Transcript
from companion.support.errors import Failure

HEARD = Utterance(Transcript("counted", "en"), 1.0, 10.0, 10.02, 10.03)


@pytest.mark.parametrize(
    ("numbers", "lost_ms", "holes"),
    [
        (range(5, 31), 0, 0),
        (range(12, 31), 40, 0),
        (range(5, 29), 40, 0),
        ([*range(5, 20), *range(22, 31)], 0, 2),
    ],
    ids=["all", "the beginning is lost", "the end is lost", "a hole"],
)
def test_what_is_missing_of_an_utterance_is_counted(
    numbers: list[int], lost_ms: float, holes: int
) -> None:
    found = _judged(10, 30, list(numbers), HEARD)
    assert found == Press(lost_ms, holes, pytest.approx(20.0))


def test_a_press_without_words_has_lost_everything() -> None:
    assert _judged(10, 30, [], Failure.NOTHING_HEARD).lost_ms == 400


async def test_presses_over_a_real_clock_have_no_holes() -> None:
    found = await presses(2)
    assert [press.holes for press in found] == [0, 0]


async def test_the_voice_is_measured_once_for_every_time() -> None:
    found = await voice(1)
    assert len(found.first_sound_ms) == len(found.silence_ms) == 1
    assert found.first_sound_ms[0] >= 0


def test_errors_are_counted_by_words_and_characters() -> None:
    assert _units("Open the 2nd one!", "en") == ("open", "the", "second", "one")
    assert _units("下一页。", "zh") == ("下", "一", "页")
    assert _distance(("a", "b", "c"), ("a", "c", "d")) == 2
    assert _nearest("下一夜", "zh") == "下一页"


def test_the_room_gives_back_as_much_as_it_is_given_and_later() -> None:
    room = echo._Room(1.0)
    click = np.zeros(echo.FRAME, np.float32)
    click[0] = 0.1
    heard = np.concatenate([room.hear(click), *(room.hear(click * 0) for _ in range(40))])
    first = int(np.argmax(np.abs(heard) > 1e-4))
    assert first == int(echo.DELAY_S * 16_000)
    assert np.sum(heard**2) == pytest.approx(np.tanh(0.4) ** 2 / 16, rel=0.01)


class _Deaf:
    """Lets nothing through."""

    def clean(self, heard: bytes, played: bytes) -> bytes:
        return bytes(len(heard))


class _Clear:
    """Lets only the player through, whatever was played."""

    def __init__(self, scene: echo._Scene) -> None:
        self._player, self._at = scene.player, 0

    def clean(self, heard: bytes, played: bytes) -> bytes:
        piece = self._player[self._at : self._at + echo.FRAME]
        self._at += echo.FRAME
        return to_pcm(piece)


class _Loud:
    """A detector that takes whatever is loud for speech."""

    def probability(self, frame: bytes) -> float:
        return float(any(frame))


def test_a_deaf_ear_notices_nobody_and_a_perfect_one_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(echo, "SileroDetector", _Loud)
    chance = np.random.default_rng(3)
    speech = chance.uniform(-0.3, 0.3, 16_000).astype(np.float32)
    scene = echo._Scene(speech, [speech], 20.0)
    deaf = echo._score("deaf", _Deaf(), 0.0, scene)
    clear = echo._score("clear", _Clear(scene), 0.0, scene)
    assert (deaf.noticed, deaf.false_an_hour) == (0, 0)
    assert (clear.noticed, clear.spoken, clear.false_an_hour) == (3, 3, 0)
