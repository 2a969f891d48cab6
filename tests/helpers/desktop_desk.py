"""The companion beside a game on a real desktop, and the hands, mouth and ears of its player."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.desktop_child import Child, comes_true, wait_for
from tests.helpers.desktop_game import Game
from tests.helpers.desktop_ready import READY_S, wait_until_ready
from tests.helpers.desktop_screen import Screen
from tests.helpers.desktop_sound import Recording, Sound
from tests.helpers.desktop_speech import recognise
from tests.helpers.desktop_windows import Shown, shown_by

ROOT = Path(__file__).resolve().parents[2]
ANSWER_S = 60.0
"""From the end of the sentence to card and voice, on a busy machine."""
CARD_PX = 150
"""A card is taller than the voice strip alone."""
ATTEMPTS = 3
"""A busy machine tears holes into the sound on both ways; a player would say it again."""
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
        began = self.ask(wav, lambda at: seconds_of_sound(speaker, at) > 0.5, what)
        self.screen.xdotool("keydown", "F8")
        try:
            wait_for(lambda: speaker.is_silent_for(1.0), "silence", 60)
        finally:
            self.screen.xdotool("keyup", "F8")
        return seconds_of_sound(speaker, began)


@contextmanager
def opened(screen: Screen, sound: Sound, folder: Path, *arguments: str) -> Iterator[Child]:
    """`companion window` with its window open and everything ready.

    Args:
        screen: Where.
        sound: Its microphone and loudspeaker.
        folder: Its settings and whatever it keeps.
        arguments: More of them.
    """
    unwanted = ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    environment |= {"DISPLAY": screen.name, "QT_QPA_PLATFORM": "xcb", "PYTHONUNBUFFERED": "1"}
    environment |= {**sound.environment, "COMPANION_CONFIG": str(folder / "config")}
    environment |= {"COMPANION_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "companion", "window", *arguments]
    child = Child(command, environment, folder / "companion.log", ROOT)
    try:
        wait_for(lambda: bool(shown_by(screen, child.pid)), "window of the companion", READY_S)
        wait_until_ready(child)
        yield child
    finally:
        child.stop()


def seconds_of_sound(speaker: Recording, since: float) -> float:
    """From the first sound since a time to the last one."""
    last, first = speaker.last_sound(since), speaker.first_sound(since)
    return last - first if last is not None and first is not None else 0.0
