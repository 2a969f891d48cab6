"""`companion` says in words why no window can be opened, before Qt would end the process."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.app import screen
from companion.commands import window
from companion.support.errors import CompanionError, Failure
from companion.support.settings import LoadedSettings, Settings

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and its libraries")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment without any screen."""
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(screen.sys, "platform", "linux")
    monkeypatch.setattr(screen, "_has_library", lambda name: True)
    return monkeypatch


def problem() -> tuple[Failure, str] | None:
    """What keeps a window from opening here."""
    try:
        screen.check_screen()
    except CompanionError as error:
        return error.failure, error.detail
    return None


def arguments(**given: object) -> argparse.Namespace:
    return argparse.Namespace(**{"instance": None, "locale": None, "minimized": False, **given})


@pytest.mark.parametrize("platform", ["", "xcb", "xcb:screen=1;offscreen"])
def test_without_a_display_the_problem_is_named(bare: pytest.MonkeyPatch, platform: str) -> None:
    bare.setenv("QT_QPA_PLATFORM", platform)
    assert problem() == (Failure.NO_SCREEN, "DISPLAY is not set")


@pytest.mark.parametrize(
    ("name", "value"), [("WAYLAND_DISPLAY", "wayland-0"), ("QT_QPA_PLATFORM", "offscreen")]
)
def test_another_way_to_draw_is_no_problem(bare: pytest.MonkeyPatch, name: str, value: str) -> None:
    bare.setenv(name, value)
    assert problem() is None


def test_other_systems_always_have_a_screen(bare: pytest.MonkeyPatch) -> None:
    bare.setattr(screen.sys, "platform", "win32")
    assert problem() is None


def test_a_missing_library_is_named_by_its_package(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("DISPLAY", ":0")
    bare.setattr(screen, "_has_library", lambda name: False)
    assert problem() == (Failure.LIBRARY_MISSING, "libxcb-cursor0")


@linux
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Xlib's sockets
@pytest.mark.parametrize("display", [":4711", "nonsense", ":4711.x"])
@pytest.mark.parametrize("platform", ["", "xcb"])
def test_a_display_that_is_not_there_is_a_problem(
    bare: pytest.MonkeyPatch, display: str, platform: str
) -> None:
    bare.setenv("DISPLAY", display)
    bare.setenv("QT_QPA_PLATFORM", platform)
    assert (found := problem()) is not None
    assert found[0] is Failure.NO_SCREEN


def test_a_display_that_never_answers_is_a_problem(bare: pytest.MonkeyPatch) -> None:
    asked = threading.Event()
    bare.setenv("DISPLAY", ":4711")
    bare.setattr(screen, "ANSWER_DEADLINE_S", 0.01)
    bare.setattr(screen, "_asked", lambda: str(asked.wait(10)))
    assert problem() == (Failure.NO_SCREEN, "no answer from :4711")
    asked.set()


@pytest.mark.parametrize("platform", ["banana", "wayland"])
def test_a_platform_that_qt_cannot_use_is_a_sentence_and_no_crash(
    tmp_path: Path, platform: str
) -> None:
    environment = {"QT_QPA_PLATFORM": platform, "WAYLAND_DISPLAY": str(tmp_path / "none")}
    environment |= {"COMPANION_CONFIG": str(tmp_path), "COMPANION_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "companion", "window"]
    ended = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == window.NO_SCREEN_CODE
    assert "There is no screen here" in ended.stderr


def test_a_library_of_the_system_that_is_missing_is_named(
    bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file")

    bare.setenv("QT_QPA_PLATFORM", "offscreen")
    bare.setattr(window, "_open", fail)
    assert window.run(arguments()) == window.NO_SCREEN_CODE
    assert "The window needs libEGL.so.1" in capsys.readouterr().err


def test_the_refusal_is_a_sentence_and_an_exit_code(
    bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert window.run(arguments(locale="zh_cn")) == window.NO_SCREEN_CODE
    said = capsys.readouterr().err
    assert "这里没有屏幕" in said
    assert "DISPLAY is not set" in said


def test_arguments_win_over_the_file(tmp_path: Path) -> None:
    loaded = LoadedSettings(Settings(locale="zh_cn", volume=7), ("volume: odd",), writable=False)
    both = window._with_arguments(loaded, arguments(instance=str(tmp_path), locale="en_us"))
    assert both.settings == Settings(locale="en_us", volume=7, instance=str(tmp_path))
    assert (both.faults, both.writable) == (loaded.faults, loaded.writable)


def test_without_arguments_the_file_holds() -> None:
    loaded = LoadedSettings(Settings(instance="/packs/one"))
    assert window._with_arguments(loaded, arguments()) == loaded
