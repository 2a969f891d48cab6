"""One companion at a time, and the way into it."""

from __future__ import annotations

import os
import stat
import sys
import threading
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path

import pytest

from companion.app.running import RAISE, Door, address, tell

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the pipe of Windows is not run here"
)


class Heard:
    """Words that came through the door."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.door = Door(self._take)

    def _take(self, word: str) -> None:
        assert threading.current_thread().name == "door"
        self.words.append(word)


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    heard = Heard()
    yield heard
    heard.door.close()


def test_without_a_companion_nobody_takes_a_word(heard: Heard) -> None:
    assert not tell(RAISE)


def test_a_running_companion_takes_words(heard: Heard) -> None:
    assert heard.door.open()
    assert (tell(RAISE), tell("talk down")) == (True, True)
    assert heard.words == [RAISE, "talk down"]


@pytest.mark.parametrize("word", ["", "format disk", "x" * 65])
def test_other_words_are_not_answered(heard: Heard, word: str) -> None:
    heard.door.open()
    assert not tell(word)
    assert heard.words == []
    assert tell(RAISE)


def test_a_caller_that_says_nothing_keeps_nobody_out(heard: Heard) -> None:
    heard.door.open()
    with Client(address()):
        pass
    assert tell(RAISE)


def test_after_the_end_nobody_listens(heard: Heard) -> None:
    heard.door.open()
    heard.door.close()
    assert not tell(RAISE)


def test_a_place_left_by_a_dead_companion_is_taken_over(heard: Heard) -> None:
    Path(address()).touch()
    assert heard.door.open()
    assert tell(RAISE)


def test_the_place_is_closed_to_others(heard: Heard) -> None:
    folder = Path(address()).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_open_to_others_is_not_used(heard: Heard, tmp_path: Path) -> None:
    folder = tmp_path / f"companion-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o777)
    assert not heard.door.open()
    assert not tell(RAISE)
