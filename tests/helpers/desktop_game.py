"""The stand-in game as a test sees it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.helpers.desktop_child import Child
from tests.helpers.desktop_screen import Screen

PROGRAM = Path(__file__).with_name("desktop_game_window.py")
WAIT_S = 60.0
"""Longest wait for the window; it takes as long as the machine is busy."""


class Game:
    """A game's window that fills the screen and has the focus."""

    def __init__(self, screen: Screen, folder: Path) -> None:
        environment = {**os.environ, "DISPLAY": screen.name}
        command = [sys.executable, str(PROGRAM)]
        self.child = Child(command, environment, folder / "game.log", folder)

    def wait_for_focus(self) -> None:
        """Return once the window has the focus."""
        self.child.wait_until(lambda lines: "focus in" in lines, "focus of the game", WAIT_S)

    @property
    def window_id(self) -> int:
        """The window, as the X server knows it."""
        return int(self.child.lines[0].removeprefix("window "))

    def seen(self, what: str) -> int:
        """How often it saw `focus in`, `focus out`, `F8 down` or `F8 up`."""
        return self.child.lines.count(what)

    def wait_until_seen(self, what: str, times: int) -> None:
        """Return once it saw something so often."""
        self.child.wait_until(lambda lines: lines.count(what) >= times, what, WAIT_S)

    def grab_keyboard(self) -> None:
        """Take the keyboard for itself, as games in a captured mode do."""
        self.child.tell("grab")
        self.child.wait_until(lambda lines: "grabbed 0" in lines, "keyboard grab", WAIT_S)

    def ungrab_keyboard(self) -> None:
        """Give the keyboard back."""
        self.child.tell("ungrab")
        self.child.wait_until(lambda lines: "ungrabbed" in lines, "end of the grab", WAIT_S)

    def stop(self) -> None:
        """Close the window."""
        self.child.stop()
