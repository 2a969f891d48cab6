"""What a crash leaves behind."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.support.crash_report import CrashKeeper
from companion.support.errors import CompanionError, Failure


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[CrashKeeper]:
    keeper = CrashKeeper(tmp_path / "cache")
    yield keeper
    keeper.end()


def crash(folder: Path, code: str) -> None:
    """A process that watches itself and ends by this code."""
    start = (
        "from pathlib import Path; from companion.support.crash_report import CrashKeeper;"
        f"keeper = CrashKeeper(Path({str(folder)!r})); keeper.watch();"
    )
    subprocess.run([sys.executable, "-c", start + code], capture_output=True, check=False)


def raised(error: Exception) -> Exception:
    try:
        raise error
    except (ValueError, CompanionError) as caught:
        return caught


def test_a_run_that_ended_well_leaves_nothing(tmp_path: Path) -> None:
    crash(tmp_path, "keeper.end()")
    assert list(tmp_path.iterdir()) == []
    assert CrashKeeper(tmp_path).left_by_last_run() is None


def test_an_unhandled_error_is_read_by_the_next_run(tmp_path: Path) -> None:
    crash(tmp_path, "{}['missing']")
    report = CrashKeeper(tmp_path).left_by_last_run()
    assert report is not None
    assert "KeyError" in report.text
    assert f"Python {sys.version.split()[0]}" in report.text


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_crash_of_native_code_is_read_by_the_next_run(tmp_path: Path) -> None:
    crash(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    report = CrashKeeper(tmp_path).left_by_last_run()
    assert report is not None
    assert "Segmentation fault" in report.text


def test_an_error_of_another_thread_is_written(keeper: CrashKeeper) -> None:
    keeper.watch()
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    report = keeper.left_by_last_run()
    assert report is not None
    assert "ZeroDivisionError" in report.text


def test_neither_words_nor_keys_are_in_it(keeper: CrashKeeper) -> None:
    keeper.write(raised(ValueError("the player said sk-1234567890abcdef")))
    report = keeper.left_by_last_run()
    assert report is not None
    assert "ValueError" in report.text
    assert not {"player said", "1234567890"} & set(report.text.split())
    assert "said" not in report.text


def test_our_own_errors_have_their_code(keeper: CrashKeeper) -> None:
    keeper.write(raised(CompanionError(Failure.NO_SCREEN, "secret words")))
    report = keeper.left_by_last_run()
    assert report is not None
    assert report.text.rstrip().endswith(": no_screen")


def test_the_player_can_delete_it(keeper: CrashKeeper) -> None:
    keeper.write(raised(ValueError()))
    keeper.delete()
    assert keeper.left_by_last_run() is None


def test_a_file_in_the_place_of_the_folder_costs_the_report_only(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    keeper = CrashKeeper(tmp_path / "cache")
    keeper.watch()
    keeper.write(raised(ValueError()))
    keeper.end()
    assert keeper.left_by_last_run() is None
