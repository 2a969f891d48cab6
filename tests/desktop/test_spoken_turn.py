"""The whole path on a real desktop: a held key, a sentence, a card over the game, a voice."""

from __future__ import annotations

import os
import re
import socket
import sys
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.desktop_answer import answer_aloud
from tests.helpers.desktop_child import Child, comes_true, wait_for
from tests.helpers.desktop_game import Game
from tests.helpers.desktop_game_window import GREEN
from tests.helpers.desktop_ready import READY_S, wait_until_ready
from tests.helpers.desktop_screen import Screen
from tests.helpers.desktop_sound import Recording, Sound
from tests.helpers.desktop_speech import recognise, speak, word_error_rate
from tests.helpers.desktop_windows import Shown, order_of, shown_by

pytestmark = [pytest.mark.desktop, pytest.mark.slow, pytest.mark.timeout(600)]

ROOT = Path(__file__).resolve().parents[2]
SENTENCE = "Show my quests."
ANSWER_S = 60.0
"""From the end of the sentence to card and voice, on a busy machine."""
CARD_PX = 150
"""A card is taller than the voice strip alone."""
ATTEMPTS = 3
"""A busy machine tears holes into the sound on both ways; a player would say it again."""
UNDERSTOOD = 0.25
"""Words of a voice that may be lost on the way through speaker, recording and recogniser."""
PAUSE_S = 2.5
"""A silence of the speaker that is longer than any between two sentences."""


class Desk:
    """The companion beside a game, and the hands, mouth and ears of its player."""

    def __init__(self, screen: Screen, sound: Sound, game: Game, companion: Child) -> None:
        self.screen, self.sound, self.game, self.companion = screen, sound, game, companion

    def overlay(self) -> Shown | None:
        """The companion's window that goes around the window manager, while it is seen."""
        windows = [window for window in shown_by(self.screen, self.companion.pid) if window.free]
        return max(windows, key=lambda window: window.height, default=None)

    def shows_card(self) -> bool:
        """Whether something as tall as a card lies over the game."""
        overlay = self.overlay()
        return overlay is not None and overlay.height >= CARD_PX

    def say(self, wav: Path) -> float:
        """Hold F8, speak, let go; the monotonic time of letting go."""
        self.screen.xdotool("keydown", "F8")
        try:
            self.sound.say(wav)
        finally:
            self.screen.xdotool("keyup", "F8")
        return time.monotonic()

    def ask(self, wav: Path, happened: Callable[[float], bool], what: str) -> float:
        """Say it until it has an effect, given the time of letting go; return that time."""
        for _ in range(ATTEMPTS):
            released = self.say(wav)
            if comes_true(lambda released=released: happened(released), ANSWER_S):
                return released
        raise AssertionError(f"no {what}: {self.companion.complaints()[-2000:]}")

    def show_card(self, wav: Path) -> None:
        """Say the sentence that brings a card."""
        self.ask(wav, lambda released: self.shows_card(), "card over the game")

    def hear_answer(self, wav: Path, speaker: Recording) -> str:
        """Say a sentence and let the answer be spoken to its end; what an ear understands of it."""
        released = self.ask(wav, lambda at: speaker.last_sound(at) is not None, "voice")
        wait_for(lambda: speaker.is_silent_for(PAUSE_S), "end of the voice", 120, every=0.1)
        return recognise(speaker.samples(released))

    def interrupt(self, wav: Path, speaker: Recording) -> float:
        """Press the key once the answer is heard; the seconds from its first to its last sound."""
        what = "half a second of voice"
        began = self.ask(wav, lambda at: _seconds_of_sound(speaker, at) > 0.5, what)
        self.screen.xdotool("keydown", "F8")
        try:
            wait_for(lambda: speaker.is_silent_for(1.0), "silence", 60)
        finally:
            self.screen.xdotool("keyup", "F8")
        return _seconds_of_sound(speaker, began)


@pytest.fixture(scope="module")
def sentence(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The player's words as sound."""
    return speak(SENTENCE, tmp_path_factory.mktemp("player") / "sentence.wav")


@pytest.fixture(scope="module")
def companion(
    screen: Screen, sound: Sound, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Child]:
    """`companion window` with its window open."""
    folder = tmp_path_factory.mktemp("companion")
    unwanted = ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment |= {"DISPLAY": screen.name, "QT_QPA_PLATFORM": "xcb", "PYTHONUNBUFFERED": "1"}
    environment |= {**sound.environment, "COMPANION_CONFIG": str(folder / "config")}
    environment |= {"COMPANION_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "companion", "window"]
    child = Child(command, environment, folder / "companion.log", ROOT)
    try:
        wait_for(lambda: bool(shown_by(screen, child.pid)), "window of the companion", READY_S)
        wait_until_ready(child)
        yield child
    finally:
        child.stop()


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


def _seconds_of_sound(speaker: Recording, since: float) -> float:
    last, first = speaker.last_sound(since), speaker.first_sound(since)
    return last - first if last is not None and first is not None else 0.0
