"""A desktop of our own for the tests that need one: screen, window manager, game, sound."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.desktop_game import Game
from tests.helpers.desktop_screen import Screen
from tests.helpers.desktop_sound import Sound
from tests.helpers.desktop_tools import need


@pytest.fixture(scope="session")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """One X server with a window manager for all tests."""
    need("Xvfb", "openbox", "xdotool")
    screen = Screen(tmp_path_factory.mktemp("screen"))
    try:
        screen.start()
        yield screen
    finally:
        screen.stop()


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sound]:
    """One sound card for all tests: a speaker that can be heard, a microphone that can be fed."""
    need("pulseaudio", "pactl", "paplay", "parec")
    sound = Sound(tmp_path_factory.mktemp("sound"))
    try:
        sound.start()
        yield sound
    finally:
        sound.stop()


@pytest.fixture
def game(screen: Screen, tmp_path: Path) -> Iterator[Game]:
    """A game whose window has the focus."""
    game = Game(screen, tmp_path)
    try:
        game.wait_for_focus()
        yield game
    finally:
        game.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Keep what a person would have seen when a test failed."""
    report = yield
    screen = getattr(item, "funcargs", {}).get("screen")
    if call.when == "call" and report.failed and screen is not None and screen.connection:
        folder = Path(tempfile.gettempdir()) / "companion-screenshots"
        path = folder / f"{item.name}.png"
        screen.save(path)
        report.sections.append(("screenshot", str(path)))
    return report
