"""What the first start asks of the program: settings, key, devices, folders, keys of services."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from companion.support.settings import Settings


class FirstStartDesk(QObject):
    """Every method returns at once; signals answer, emitted on any thread, heard on the GUI's.

    This one does nothing: for pictures, and for windows without a program behind them.
    """

    key_moved = Signal(bool)
    """The talk key was seen to go down, or to come up, while it is rehearsed."""
    microphones_came = Signal(object)
    """Names of microphones, a tuple."""
    games_came = Signal(object)
    """Game folders that were found, a tuple of `FoundGame`."""
    secret_kept = Signal(str, object)
    """The name of a key that was stored, and its `Source`."""
    secret_refused = Signal(str, object)
    """The name of a key that was not stored, and the `Failure`."""

    @property
    def settings(self) -> Settings:
        """The settings of the moment."""
        return Settings()

    def change(self, **values: Any) -> None:
        """Change settings; they are saved and take effect a moment later."""

    def rehearse(self, *, on: bool) -> None:
        """Have the talk key only tell of itself from now on, or talk again."""

    def find_microphones(self) -> None:
        """Look for microphones; `microphones_came` follows."""

    def find_games(self) -> None:
        """Look for game folders; `games_came` follows."""

    def keep_secret(self, name: str, value: str) -> None:
        """Store a key; `secret_kept` or `secret_refused` follows."""

    def open_settings(self, page: str) -> None:
        """Open the settings at one of their pages."""
