"""The whole path on a real desktop: a held key, a sentence, a card over the game, a voice."""

from __future__ import annotations

import os
import re
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.desktop_answer import answer_aloud
from tests.helpers.desktop_child import Child, wait_for
from tests.helpers.desktop_game import Game
from tests.helpers.desktop_game_window import GREEN
from tests.helpers.desktop_ready import READY_S, wait_until_ready
from tests.helpers.desktop_screen import Screen
from tests.helpers.desktop_sound import Recording, Sound
from tests.helpers.desktop_speech import recognise, speak, word_error_rate
from tests.helpers.desktop_windows import Shown, order_of, shown_by

pytestmark = [pytest.mark.desktop, pytest.mark.slow, pytest.mark.timeout(240)]

ROOT = Path(__file__).resolve().parents[2]
SENTENCE = "Show my quests."
ANSWER_S = 60.0
"""From the end of the sentence to card and voice, on a busy machine."""
CARD_PX = 150
"""A card is taller than the voice strip alone."""
SILENT_S = 0.25
"""From the key to the end of the sound at the speaker: 20 ms of ours, the rest is PulseAudio's."""


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

    def say(self, wav: Path) -> None:
        """Hold F8, speak, let go."""
        self.screen.xdotool("keydown", "F8")
        try:
            self.sound.say(wav)
        finally:
            self.screen.xdotool("keyup", "F8")


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
    desk.say(sentence)
    wait_for(desk.shows_card, "card over the game", ANSWER_S)
    wait_for(lambda: speaker.last_sound() is not None, "voice", ANSWER_S)
    wait_for(lambda: speaker.is_silent_for(1.5), "end of the voice", 90, every=0.1)
    heard = recognise(speaker.samples())
    assert word_error_rate(answer_aloud(SENTENCE), heard) < 0.25, heard


def test_the_card_is_seen_above_the_game_which_keeps_focus_and_key(
    desk: Desk, sentence: Path
) -> None:
    desk.say(sentence)
    wait_for(desk.shows_card, "card over the game", ANSWER_S)
    overlay = desk.overlay()
    assert overlay is not None
    assert overlay.order > order_of(desk.screen, desk.game.window_id)
    assert _share_drawn(desk.screen, overlay) > 0.5
    assert desk.game.seen("F8 down") >= 1
    assert desk.game.seen("focus out") == 0


def test_a_spoken_close_takes_the_card_away(desk: Desk, sentence: Path, tmp_path: Path) -> None:
    desk.say(sentence)
    wait_for(desk.shows_card, "card over the game", ANSWER_S)
    desk.say(speak("Close.", tmp_path / "close.wav"))
    wait_for(lambda: not desk.shows_card(), "end of the card", ANSWER_S)


def test_the_key_silences_the_voice(desk: Desk, speaker: Recording, sentence: Path) -> None:
    desk.say(sentence)
    released = time.monotonic()
    wait_for(lambda: speaker.last_sound(released) is not None, "voice", ANSWER_S)
    wait_for(lambda: _seconds_of_sound(speaker, released) > 0.5, "half a second of voice", 10)
    pressed = time.monotonic()
    desk.screen.xdotool("keydown", "F8")
    wait_for(lambda: speaker.is_silent_for(1.0), "silence", 10)
    desk.screen.xdotool("keyup", "F8")
    last = speaker.last_sound(released)
    assert last is not None
    assert -SILENT_S < last - pressed < SILENT_S, f"silent {last - pressed:.3f} s after the key"


def test_the_engine_ends_with_the_window(desk: Desk) -> None:
    port = int(re.findall(r"listens on port (\d+)", desk.companion.complaints())[-1])
    assert _is_served(port)
    desk.companion.stop()
    wait_for(lambda: not _is_served(port), "end of the engine", 10)
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


def _seconds_of_sound(speaker: Recording, since: float) -> float:
    last, first = speaker.last_sound(since), speaker.first_sound(since)
    return last - first if last is not None and first is not None else 0.0
