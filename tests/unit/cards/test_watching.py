"""Hot reload: a changed template is there without a restart."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cards.library import CardLibrary
from companion.cards.template import Template
from companion.cards.watching import fingerprint, watch_library
from tests.helpers.clock import ManualClock

DEADLINE_S = 60


class Steps:
    """Lets the watcher look once for each step, and never by itself."""

    def __init__(self) -> None:
        self._allowed: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self.looked = threading.Semaphore(0)

    def wait(self, stopped: threading.Event) -> bool:
        self.looked.release()
        return self._allowed.get() or stopped.is_set()

    def look(self) -> None:
        """Let it look once, and return when it is done and waits again."""
        assert self.looked.acquire(timeout=DEADLINE_S)
        self._allowed.put(False)
        assert self.looked.acquire(timeout=DEADLINE_S)
        self.looked.release()

    def end(self) -> None:
        self._allowed.put(True)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "cards" / "example" / "note.json"
    file.parent.mkdir(parents=True)
    write(tmp_path, '{"nodes": []}', 0)
    return tmp_path


@pytest.fixture
def steps() -> Iterator[Steps]:
    steps = Steps()
    yield steps
    steps.end()


def write(pack: Path, text: str, age_s: int) -> None:
    """Write the template with a time of its own, whatever the clock of the disk can tell apart."""
    file = pack / "cards" / "example" / "note.json"
    file.write_text(text)
    os.utime(file, (1_700_000_000 + age_s, 1_700_000_000 + age_s))


@pytest.mark.behaviour("CARD-031")
def test_a_changed_template_is_handed_over_without_a_restart(pack: Path, steps: Steps) -> None:
    seen: queue.SimpleQueue[CardLibrary] = queue.SimpleQueue()
    watcher = watch_library("en_us", (pack,), seen.put, wait=steps.wait)

    steps.look()
    write(pack, '{"nodes": [{"type": "divider"}]}', 1)
    steps.look()
    changed = seen.get(timeout=DEADLINE_S)
    steps.end()
    watcher.stop()

    template = changed.templates["example:note"]
    assert isinstance(template, Template)
    assert len(template.nodes) == 1
    assert seen.empty()


def test_a_half_written_template_is_taken_when_it_is_whole(pack: Path, steps: Steps) -> None:
    seen: queue.SimpleQueue[CardLibrary] = queue.SimpleQueue()
    watcher = watch_library("en_us", (pack,), seen.put, wait=steps.wait)

    steps.look()
    write(pack, '{"nodes": [{"ty', 1)
    steps.look()
    half = seen.get(timeout=DEADLINE_S)
    write(pack, '{"nodes": []}', 2)
    steps.look()
    whole = seen.get(timeout=DEADLINE_S)
    steps.end()
    watcher.stop()

    assert half.faults
    assert not whole.faults


def test_a_receiver_that_fails_does_not_end_the_watching(
    pack: Path, steps: Steps, caplog: pytest.LogCaptureFixture
) -> None:
    calls: queue.SimpleQueue[int] = queue.SimpleQueue()

    def fail(library: CardLibrary) -> None:
        calls.put(1)
        raise ValueError("no room")

    watcher = watch_library("en_us", (pack,), fail, wait=steps.wait)
    steps.look()
    for age in (1, 2):
        write(pack, '{"nodes": []}', age)
        steps.look()
        calls.get(timeout=DEADLINE_S)
    steps.end()
    watcher.stop()

    assert "were not taken over" in caplog.text


def test_what_changed_between_the_reading_and_the_first_look_is_not_missed(
    pack: Path, steps: Steps
) -> None:
    seen: queue.SimpleQueue[CardLibrary] = queue.SimpleQueue()
    write(pack, '{"nodes": [{"type": "divider"}]}', 10)
    clock = ManualClock(wall=1_700_000_009)
    watcher = watch_library("en_us", (pack,), seen.put, wait=steps.wait, clock=clock)
    changed = seen.get(timeout=DEADLINE_S)
    steps.end()
    watcher.stop()

    assert "example:note" in changed.templates


def test_a_fingerprint_tells_time_and_size_and_survives_what_goes(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")

    assert list(fingerprint((tmp_path, tmp_path / "gone.zip"))) == [str(tmp_path / "a.json")]
