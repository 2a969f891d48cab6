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
LATEST_KILL_S = 0.09


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

    def run_and_kill(self, folder: Path, seed: str, after_s: float) -> int:
        """Start a child, kill it after a while, and say how it ended."""
        assert self._server.stdin is not None
        self._server.stdin.write(f"{folder} {seed}\n")
        self._server.stdin.flush()
        child = int(self._line())
        time.sleep(after_s)
        os.kill(child, signal.SIGKILL)
        return int(self._line())

    def close(self) -> None:
        self._server.communicate()

    def _line(self) -> str:
        assert self._server.stdout is not None
        return self._server.stdout.readline()


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
        assert stable.run_and_kill(tmp_path, name, chance.uniform(0, LATEST_KILL_S)) == -9
        evidence.take(name)
        await judged(tmp_path, evidence)
    met = evidence.found
    assert min(met[what] for what in ("earned", "ordered", "done", "queued", "answered")) > KILLS
    assert min(met[what] for what in ("Replay", "Unknown", "task goes on", "task ended")) > 0
