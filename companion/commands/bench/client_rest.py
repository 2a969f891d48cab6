"""Memory and CPU of the window while nobody does anything."""

from __future__ import annotations

import os
import time
from pathlib import Path

from companion.app.session import Session
from companion.commands.bench.client_stage import Stage
from companion.commands.bench.resident import resident_mib


def measured(stage: Stage, seconds: float) -> dict[str, object]:
    """With the warm microphone, and without."""
    stage.settled()
    warm = _percent(seconds)
    window = resident_mib(os.getpid())
    children = {name: resident_mib(pid) for name, pid in _children().items()}
    stage.session._order(lambda client: client._order(lambda core: core.listening.stop()))
    stage.companion._loop.submit(_ears_closed(stage.session)).result(60)
    closed = _percent(seconds)
    return {
        "warm_percent": warm,
        "closed_percent": closed,
        "window_mib": window or None,
        "children_mib": children,
    }


async def _ears_closed(session: Session) -> None:
    client = session._client
    if client is not None and client._core is not None:
        await client._core.listening.ears.stop()


def _percent(seconds: float) -> float:
    """CPU of this process over some time of rest, per cent of one core."""
    began, used = time.perf_counter(), time.process_time()
    time.sleep(seconds)
    return (time.process_time() - used) / (time.perf_counter() - began) * 100


def _children() -> dict[str, int]:
    """Processes that this one started, by the command they run: `engine`, `speech`."""
    try:
        tasks = Path("/proc/self/task").iterdir()
        pids = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
        words = {pid: Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0") for pid in pids}
    except OSError:
        return {}
    return {command[-2].decode(): pid for pid, command in words.items() if len(command) > 1}
