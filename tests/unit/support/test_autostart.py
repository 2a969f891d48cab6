"""The three lists of what starts with the system."""

from __future__ import annotations

import plistlib
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from companion.support.autostart import (
    Autostart,
    DesktopEntry,
    LaunchAgent,
    RunKey,
    autostart,
    starting_command,
)

COMMAND = ("/opt/My Apps/python", "-m", "companion", "100%")


class FakeRegistry:
    """As much of `winreg` as an entry needs."""

    HKEY_CURRENT_USER, REG_SZ = 1, 1

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def OpenKey(self, root: int, name: str) -> AbstractContextManager[str]:  # noqa: N802
        return nullcontext(name)

    CreateKey = OpenKey

    def QueryValueEx(self, key: str, name: str) -> tuple[str, int]:  # noqa: N802
        if name not in self.values:
            raise FileNotFoundError
        return self.values[name], self.REG_SZ

    def SetValueEx(self, key: str, name: str, _: int, kind: int, value: str) -> None:  # noqa: N802
        assert key.endswith(r"CurrentVersion\Run")
        self.values[name] = value

    def DeleteValue(self, key: str, name: str) -> None:  # noqa: N802
        del self.values[name]


def lists(folder: Path) -> list[Autostart]:
    return [
        DesktopEntry({"XDG_CONFIG_HOME": str(folder)}),
        LaunchAgent(folder),
        RunKey(FakeRegistry()),
    ]


@pytest.mark.parametrize("index", [0, 1, 2], ids=["linux", "macos", "windows"])
def test_it_is_off_until_set_and_off_again(tmp_path: Path, index: int) -> None:
    entry = lists(tmp_path)[index]
    states = [entry.is_on()]
    for command in (COMMAND, None, None):
        entry.set(command)
        states.append(entry.is_on())
    assert states == [False, True, False, False]


def test_a_desktop_entry_quotes_its_command(tmp_path: Path) -> None:
    DesktopEntry({"XDG_CONFIG_HOME": str(tmp_path)}).set(COMMAND)
    text = (tmp_path / "autostart" / "companion.desktop").read_text()
    assert 'Exec="/opt/My Apps/python" -m companion 100%%' in text


def test_a_launch_agent_starts_at_login(tmp_path: Path) -> None:
    LaunchAgent(tmp_path).set(COMMAND)
    (path,) = (tmp_path / "Library" / "LaunchAgents").iterdir()
    entry = plistlib.loads(path.read_bytes())
    assert (entry["ProgramArguments"], entry["RunAtLoad"]) == (list(COMMAND), True)


def test_a_registry_value_quotes_its_command() -> None:
    registry = FakeRegistry()
    RunKey(registry).set(COMMAND)
    assert registry.values["companion"].startswith('"/opt/My Apps/python" "-m"')


def test_what_starts_is_this_companion_without_its_window_in_the_way() -> None:
    assert starting_command()[1:] == ("-m", "companion", "window", "--minimized")


def test_a_frozen_build_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert starting_command() == (sys.executable, "window", "--minimized")


def test_linux_and_macos_have_their_lists() -> None:
    assert isinstance(autostart("linux"), DesktopEntry)
    assert isinstance(autostart("darwin"), LaunchAgent)
