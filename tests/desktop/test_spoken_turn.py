"""The whole path on a real desktop: a held key, a sentence, a card over the game, a voice."""

from __future__ import annotations

import re
import socket
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.desktop_answer import answer_aloud
from tests.helpers.desktop_child import Child, wait_for
from tests.helpers.desktop_desk import ANSWER_S, ATTEMPTS, Desk, opened
from tests.helpers.desktop_game import Game
from tests.helpers.desktop_game_window import GREEN
from tests.helpers.desktop_screen import Screen
from tests.helpers.desktop_sound import Recording, Sound
from tests.helpers.desktop_speech import speak, word_error_rate
from tests.helpers.desktop_windows import Shown, order_of

pytestmark = [pytest.mark.desktop, pytest.mark.slow, pytest.mark.timeout(600)]

SENTENCE = "Show my quests."
UNDERSTOOD = 0.25
"""Words of a voice that may be lost on the way through speaker, recording and recogniser."""


@pytest.fixture(scope="module")
def sentence(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The player's words as sound."""
    return speak(SENTENCE, tmp_path_factory.mktemp("player") / "sentence.wav")


@pytest.fixture(scope="module")
def companion(
    screen: Screen, sound: Sound, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Child]:
    """`companion window` with its window open."""
    with opened(screen, sound, tmp_path_factory.mktemp("companion")) as child:
        yield child


@pytest.fixture
def desk(screen: Screen, sound: Sound, companion: Child, game: Game) -> Desk:
    """Everything in place: the game was started last and has the focus."""
    return Desk(screen, sound, game, companion)


@pytest.fixture
def speaker(sound: Sound) -> Iterator[Recording]:
    """What comes out of the speaker."""
    recording = sound.hear()
    yield recording
    recording.stop()


def test_a_spoken_sentence_shows_a_card_over_the_game_and_is_answered_aloud(
    desk: Desk, speaker: Recording, sentence: Path
) -> None:
    assert not desk.shows_card()
    desk.show_card(sentence)
    answer = answer_aloud(SENTENCE)
    for _ in range(ATTEMPTS):
        heard = desk.hear_answer(sentence, speaker)
        if word_error_rate(answer, heard) < UNDERSTOOD:
            break
    assert word_error_rate(answer, heard) < UNDERSTOOD, heard


def test_the_card_is_seen_above_the_game_which_keeps_focus_and_key(
    desk: Desk, sentence: Path
) -> None:
    desk.show_card(sentence)
    overlay = desk.overlay()
    assert overlay is not None
    assert overlay.order > order_of(desk.screen, desk.game.window_id)
    wait_for(lambda: _share_drawn(desk.screen, overlay) > 0.5, "drawn card", ANSWER_S)
    desk.game.wait_until_seen("F8 down", 1)
    assert desk.game.seen("focus out") == 0


def test_a_spoken_close_takes_the_card_away(desk: Desk, sentence: Path, tmp_path: Path) -> None:
    desk.show_card(sentence)
    close = speak("Close.", tmp_path / "close.wav")
    desk.ask(close, lambda released: not desk.shows_card(), "end of the card")
    assert not desk.shows_card()


def test_the_key_silences_the_voice(
    desk: Desk, speaker: Recording, sentence: Path, tmp_path: Path
) -> None:
    whole_s = _seconds_of(speak(answer_aloud(SENTENCE), tmp_path / "answer.wav"))
    cut_s = whole_s
    for _ in range(ATTEMPTS):
        cut_s = min(cut_s, desk.interrupt(sentence, speaker))
        if cut_s < whole_s / 2:
            break
    assert cut_s < whole_s / 2


def test_the_engine_ends_with_the_window(desk: Desk) -> None:
    port = int(re.findall(r"listens on port (\d+)", desk.companion.complaints())[-1])
    assert _is_served(port)
    desk.companion.stop()
    wait_for(lambda: not _is_served(port), "end of the engine", 60)
    assert desk.companion.exit_code == 0


def _share_drawn(screen: Screen, window: Shown) -> float:
    """Share of a window's place on the screen that does not show the game."""
    pixels = screen.pixels()[
        max(0, window.top) : window.top + window.height,
        max(0, window.left) : window.left + window.width,
    ]
    green = np.array([GREEN & 255, GREEN >> 8 & 255, GREEN >> 16], np.uint8)
    return float((pixels != green).any(axis=2).mean())


def _is_served(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _seconds_of(wav: Path) -> float:
    with wave.open(str(wav)) as file:
        return file.getnframes() / file.getframerate()
