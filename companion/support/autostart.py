"""Starting with the system, by each system's own list; off unless the player wants it."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from companion.support.atomic import write_atomically
from companion.support.own_process import own_command

NAME = "companion"
_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"


class Autostart(Protocol):
    """One entry in the system's list of what it starts."""

    def is_on(self) -> bool:
        """Whether the entry is there."""
        ...

    def set(self, command: Sequence[str] | None) -> None:
        """Write the entry, or remove it.

        Args:
            command: Program and arguments; None removes the entry.

        Raises:
            OSError: The list cannot be changed.
        """
        ...


class DesktopEntry:
    """A `.desktop` file in the autostart folder (freedesktop.org, "Autostart")."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        chosen = environment.get("XDG_CONFIG_HOME")
        folder = Path(chosen) if chosen else Path.home() / ".config"
        self._path = folder / "autostart" / f"{NAME}.desktop"

    def is_on(self) -> bool:
        """See `Autostart.is_on`."""
        return self._path.is_file()

    def set(self, command: Sequence[str] | None) -> None:
        """See `Autostart.set`."""
        if command is None:
            self._path.unlink(missing_ok=True)
            return
        lines = (
            "[Desktop Entry]",
            "Type=Application",
            "Name=companion",
            f"Exec={_quoted(command)}",
        )
        write_atomically(self._path, ("\n".join(lines) + "\n").encode())


class LaunchAgent:
    """A property list in LaunchAgents (Apple, "Creating Launch Daemons and Agents")."""

    def __init__(self, home: Path | None = None) -> None:
        self._path = (home or Path.home()) / "Library" / "LaunchAgents" / f"io.{NAME}.plist"

    def is_on(self) -> bool:
        """See `Autostart.is_on`."""
        return self._path.is_file()

    def set(self, command: Sequence[str] | None) -> None:
        """See `Autostart.set`."""
        if command is None:
            self._path.unlink(missing_ok=True)
            return
        import plistlib  # with an XML parser, which only this system needs

        entry = {"Label": f"io.{NAME}", "ProgramArguments": list(command), "RunAtLoad": True}
        write_atomically(self._path, plistlib.dumps(entry))


class RunKey:
    """A value under the user's `Run` key (Microsoft Learn, "Run and RunOnce Registry Keys")."""

    def __init__(self, registry: Any = None) -> None:
        if registry is None:
            import winreg

            registry = winreg
        self._registry = registry

    def is_on(self) -> bool:
        """See `Autostart.is_on`."""
        registry = self._registry
        try:
            with registry.OpenKey(registry.HKEY_CURRENT_USER, _RUN_KEY) as key:
                registry.QueryValueEx(key, NAME)
        except FileNotFoundError:
            return False
        return True

    def set(self, command: Sequence[str] | None) -> None:
        """See `Autostart.set`."""
        registry = self._registry
        with registry.CreateKey(registry.HKEY_CURRENT_USER, _RUN_KEY) as key:
            if command is not None:
                words = " ".join(f'"{word}"' for word in command)
                registry.SetValueEx(key, NAME, 0, registry.REG_SZ, words)
            elif self.is_on():
                registry.DeleteValue(key, NAME)


def autostart(platform: str = sys.platform) -> Autostart:
    """The list of this system."""
    if platform == "win32":
        return RunKey()
    return LaunchAgent() if platform == "darwin" else DesktopEntry()


def starting_command() -> tuple[str, ...]:
    """What starts the companion as it was started now, without its window in the way."""
    return own_command("window", "--minimized")


def _quoted(command: Sequence[str]) -> str:
    """As the Desktop Entry Specification quotes arguments; a per cent sign is doubled."""
    return shlex.join(command).replace("'", '"').replace("%", "%%")
