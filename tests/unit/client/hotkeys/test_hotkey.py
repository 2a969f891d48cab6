"""Choosing the platform's way of seeing the talk key."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from companion.client.hotkeys.hotkey import PLATFORMS, open_hotkey
from companion.support.errors import CompanionError, Failure
from companion.support.resources import translation_tables

HERE = [name for name in PLATFORMS if name != "linux" or sys.platform == "linux"]
"""python-xlib is installed on Linux only; the other two open everywhere."""


@pytest.mark.parametrize("platform", HERE)
def test_every_platform_opens_the_default_key(platform: str) -> None:
    hotkey = open_hotkey("f8", print, platform)
    assert f"{type(hotkey).__module__}:{type(hotkey).__name__}" == PLATFORMS[platform]


def test_an_unknown_platform_is_a_failure_with_a_reason() -> None:
    with pytest.raises(CompanionError, match=r"hotkey\.no_platform") as caught:
        open_hotkey("F8", print, "plan9")
    assert caught.value.failure is Failure.KEY_UNAVAILABLE


@pytest.mark.skipif(sys.platform != "linux", reason="X11 is Linux's")
@pytest.mark.parametrize(
    ("display", "why"),
    [
        pytest.param("", "hotkey.no_display", id="no display named"),
        pytest.param(":4999", "hotkey.no_x11", id="nobody answers"),
        pytest.param(":64999", "hotkey.no_x11", id="no such port"),
        pytest.param("nonsense", "hotkey.no_x11", id="no display name"),
    ],
)
def test_without_a_screen_the_key_says_why(display: str, why: str) -> None:
    code = (
        "from companion.client.hotkeys.hotkey import open_hotkey; open_hotkey('F8', print).start()"
    )
    environment = {**os.environ, "DISPLAY": display}
    child = subprocess.run(  # a child: python-xlib leaves sockets of failed connections open
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert child.stderr.splitlines()[-1].endswith(f"key_unavailable: %{why}%")


def test_stopping_a_key_that_never_started_is_harmless() -> None:
    changes: list[bool] = []
    for platform in HERE:
        open_hotkey("F8", changes.append, platform).stop()
    assert changes == []


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_every_reason_has_a_sentence(locale: str) -> None:
    reasons = {key for key in translation_tables()["en_us"] if key.startswith("hotkey.")}
    assert len(reasons) >= 12
    assert reasons <= translation_tables()[locale].keys()
