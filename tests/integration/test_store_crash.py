"""The store is killed at random points of mixed writes; what it acknowledged is there afterwards.

SIGKILL ends a real process each time: as it opens its files, as it writes, as it acknowledges. The
world then opens in this process, is held against what the dead one told, and goes to the next.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.storage.sqlite_store import SqliteStore
from companion.support.clock import SystemClock
from tests.helpers.store_child import LIMITS, PLAYERS
from tests.helpers.store_evidence import Evidence

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks the processes it kills")

SEEDS = (3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 83, 27, 95)
KILLS = 13
"""A world; 208 in all."""
MOST_LINES = 150
"""A child is killed after so many lines of its log at most, counted while it writes them."""
SLACK_S = 0.004
"""And this much later at most, so that the kill comes between lines too."""
OPENING_S = 0.03
"""Some are killed as they open the world, the first of each as it makes the files."""
DEADLINE_S = 20.0


class Stable:
    """Starts processes to be killed."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.store_child"],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run_and_kill(self, folder: Path, seed: str, lines: int, slack_s: float) -> int:
        """Start a child, kill it once its log has so many lines, and say how it ended."""
        assert self._server.stdin is not None
        self._server.stdin.write(f"{folder} {seed}\n")
        self._server.stdin.flush()
        child = int(self._line())
        wait_for_lines(folder / f"log.{seed}", lines)
        time.sleep(slack_s)
        os.kill(child, signal.SIGKILL)
        return int(self._line())

    def close(self) -> None:
        self._server.communicate()

    def _line(self) -> str:
        assert self._server.stdout is not None
        return self._server.stdout.readline()


def wait_for_lines(log: Path, lines: int) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while lines and (not log.exists() or log.read_bytes().count(b"\n") < lines):
        assert time.monotonic() < deadline, "the child does not work"
        time.sleep(0.0005)


@pytest.fixture(scope="module")
def stable() -> Iterator[Stable]:
    stable = Stable()
    yield stable
    stable.close()


async def judged(folder: Path, evidence: Evidence) -> None:
    store = SqliteStore(folder / "world", lambda: LIMITS, SystemClock())
    await store.start()
    for player in PLAYERS:
        await evidence.judge(store, player)
    await store.stop()


@pytest.mark.behaviour("STORE-042", "TOOL-010", "ENG-027")
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_kill_loses_nothing_acknowledged_and_repeats_nothing(
    seed: int, tmp_path: Path, stable: Stable
) -> None:
    chance = random.Random(seed)
    evidence = Evidence(tmp_path)
    for kill in range(KILLS):
        name = f"{seed}x{kill}"
        lines = chance.randint(1, MOST_LINES) if kill % 4 else 0
        slack_s = chance.uniform(0, SLACK_S if lines else OPENING_S)
        assert stable.run_and_kill(tmp_path, name, lines, slack_s) == -9
        evidence.take(name)
        await judged(tmp_path, evidence)
    met = evidence.found
    assert (
        min(met[what] for what in ("earned", "ordered", "done", "queued", "answered")) > KILLS // 2
    )
    assert min(met[what] for what in ("Replay", "Unknown", "task goes on", "task ended")) > 0
