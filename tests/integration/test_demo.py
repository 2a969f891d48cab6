"""`companion demo` as a newcomer runs it: real ears, engine and voice, no screen, no network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import wave
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.timeout(200)]


def play(folder: Path, *arguments: str) -> tuple[int, dict]:
    """Run the demo with every proxy pointing at a dead port: nothing may need the network."""
    dead = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
    finished = subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--out", str(folder), *arguments],
        env=os.environ | dead,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    report = folder / "report.json"
    return finished.returncode, json.loads(report.read_bytes()) if report.exists() else {}


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_five_turns_are_heard_understood_and_answered_aloud(tmp_path, locale):
    code, report = play(tmp_path, "--locale", locale)
    assert [turn["faults"] for turn in report["turns"]] == [[]] * 5
    assert code == 0
    for turn in report["turns"]:
        assert turn["stages"]["first_sound"] > turn["stages"]["final_text"] > 0
        for name in turn["files"].values():
            assert (tmp_path / name).stat().st_size > 1_000


def test_a_recording_from_outside_is_played_the_same_way(tmp_path):
    play(tmp_path / "first")
    recording = tmp_path / "first" / "turn1-player.wav"
    code, report = play(tmp_path / "second", "--say", str(recording))
    assert (code, report["turns"][0]["action"]) == (0, "system:quest_list")
    assert report["turns"][0]["said"] == "turn1-player.wav"


def test_a_recording_of_nothing_fails_the_demo(tmp_path):
    silence = tmp_path / "silence.wav"
    with wave.open(str(silence), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(2 * 16_000))
    code, report = play(tmp_path / "out", "--say", str(silence))
    assert code == 1
    assert report["turns"][0]["heard"] == ""
