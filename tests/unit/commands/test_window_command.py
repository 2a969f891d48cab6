"""`companion` says in words why no window can be opened, before Qt would end the process."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest

from companion.commands import window
from companion.support.settings import LoadedSettings, Settings

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and its libraries")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment without any screen."""
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(window.sys, "platform", "linux")
    monkeypatch.setattr(window.ctypes.util, "find_library", lambda name: f"lib{name}.so.0")
    return monkeypatch


def arguments(**given: object) -> argparse.Namespace:
    return argparse.Namespace(**{"instance": None, "locale": None, **given})


def test_without_a_display_the_problem_is_named(bare: pytest.MonkeyPatch) -> None:
    assert window.screen_problem() == "DISPLAY is not set"


@pytest.mark.parametrize(
    ("name", "value"), [("WAYLAND_DISPLAY", "wayland-0"), ("QT_QPA_PLATFORM", "offscreen")]
)
def test_another_way_to_draw_is_no_problem(bare: pytest.MonkeyPatch, name: str, value: str) -> None:
    bare.setenv(name, value)
    assert window.screen_problem() == ""


def test_other_systems_always_have_a_screen(bare: pytest.MonkeyPatch) -> None:
    bare.setattr(window.sys, "platform", "win32")
    assert window.screen_problem() == ""


def test_a_missing_library_is_named_by_its_package(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("DISPLAY", ":0")
    bare.setattr(window.ctypes.util, "find_library", lambda name: None)
    assert "libxcb-cursor0" in window.screen_problem()


@linux
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Xlib's sockets
@pytest.mark.parametrize("display", [":4711", "nonsense"])
def test_a_display_that_is_not_there_is_a_problem(bare: pytest.MonkeyPatch, display: str) -> None:
    bare.setenv("DISPLAY", display)
    assert window.screen_problem() != ""


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
