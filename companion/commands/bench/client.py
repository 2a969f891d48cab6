"""Bench: the windowed companion as a player has it: start, memory, rest, load, and the talk key.

A child process opens the real window over the embedded engine and the demo world, in a folder of
its own, with a microphone that hums and no keyring (`client_child.py`). Memory and CPU of processes
are read from `/proc`, and are left out where there is none.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from companion.commands.bench.figure import Figure
from companion.support.errors import CompanionError, Failure
from companion.support.settings import Settings, write_settings

STARTS = 5
WINDOW_MB = 110.0
DEADLINE_S = 240.0
_CHILD = "companion.commands.bench.client_child"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "--parts",
        default="start,rest,load",
        help="which of start, rest and load; each is short enough to be measured alone",
    )


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure one part after the other."""
    wanted = arguments.parts.split(",")
    found: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        if "start" in wanted:
            found += _starts(Path(folder))
        if "rest" in wanted:
            seconds = 60 if arguments.full else 15
            found += _rest(_child(Path(folder), "rest", str(seconds), ears="wyoming"))
            found += _with_ears(_child(Path(folder), "rest", "1"))
        if "load" in wanted:
            seconds = 10 if arguments.full else 3
            found += _load(_child(Path(folder), "load", str(seconds)))
    return tuple(found)


def _starts(folder: Path) -> list[Figure]:
    _child(folder, "start")  # compiles what was never compiled
    runs = [_child(folder, "start")["first_frame_ms"] for _ in range(STARTS)]
    note = f"median of {STARTS} starts of a process, from its creation to the first paint"
    return [Figure("start to first frame", statistics.median(runs), "ms", 400.0, note=note)]


def _rest(told: dict[str, Any]) -> list[Figure]:
    return [
        _memory("windowed process", told, "recognition elsewhere", WINDOW_MB),
        _megabytes("engine beside it", told["children_mib"].get("engine"), "the demo world"),
        Figure(
            "idle CPU, warm microphone",
            told["warm_percent"],
            "%",
            1.5,
            note="of one core; the microphone is a stand-in that hums in real time",
        ),
        Figure("idle CPU, closed microphone", told["closed_percent"], "%", 0.5),
    ]


def _with_ears(told: dict[str, Any]) -> list[Figure]:
    return [
        _memory("windowed process, offline ears", told, "their models are beside it", WINDOW_MB),
        _megabytes("offline ears beside it", told["children_mib"].get("speech"), "with a model"),
    ]


def _memory(name: str, told: dict[str, Any], note: str, goal: float) -> Figure:
    return _megabytes(name, told["window_mib"], f"{note}; resident, shared libraries in full", goal)


def _megabytes(name: str, mib: float | None, note: str, goal: float | None = None) -> Figure:
    """Resident memory in millions of bytes, as the goal is told in."""
    if mib is None:
        return Figure(name, None, "MB", goal, note="no /proc here")
    return Figure(name, mib * (1 << 20) / 1e6, "MB", goal, note=note)


def _load(told: dict[str, Any]) -> list[Figure]:
    stalls = told["stalls_ms"]
    rate = told["messages_per_s"]
    return [
        Figure(
            "longest GUI stall under load",
            statistics.median(stalls),
            "ms",
            16.0,
            note=f"gap minus period, median of {len(stalls)} maxima, {rate:.0f} notices/s",
        ),
        Figure("messages taken", rate, "1/s", 1000.0, "higher"),
        Figure(
            "key event to capture",
            told["key_ms"],
            "ms",
            10.0,
            note="press of the warm microphone to the ears listening, median of 50",
        ),
        Figure(
            "growth under load",
            told["growth_mib"],
            "MiB",
            8.0,
            note=f"from the second to the last of {len(stalls)} runs, {told['messages']} notices: "
            "an hour of play has some hundred",
        ),
    ]


def _child(folder: Path, *words: str, ears: str = "offline") -> dict[str, Any]:
    """Run the window once and take what it measured."""
    (folder / "config").mkdir(exist_ok=True)
    write_settings(folder / "config", Settings(recognizer=ears, synthesizer="none"))
    environment = {
        **os.environ,
        "COMPANION_CONFIG": str(folder / "config"),
        "COMPANION_CACHE": str(folder / "cache"),
        "COMPANION_BENCH_BEGAN": repr(time.monotonic()),
    }
    if not (os.environ.get("DISPLAY") or sys.platform != "linux"):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    try:
        done = subprocess.run(
            [sys.executable, "-m", _CHILD, *words],
            env=environment,
            capture_output=True,
            timeout=DEADLINE_S,
            check=True,
        )
        told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.SubprocessError, ValueError, IndexError) as error:
        raise CompanionError(Failure.INTERNAL, f"{' '.join(words)}: {error}") from error
    return told
