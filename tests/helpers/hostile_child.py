"""An engine in a process of its own, with bounds so wide that every hostile frame is judged.

Started as `python -m tests.helpers.hostile_child FOLDER`: says its port, then, for every line on
its standard input, what it holds; ends with its input.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from pathlib import Path

from companion.engine.server import EngineServer
from companion.games.demo.link import DemoLink
from companion.support.clock import SystemClock
from tests.helpers.engine_client import TOKEN
from tests.helpers.hostile_wire import WIDE

PAGE_BYTES = 4096


def held(server: EngineServer) -> dict[str, int]:
    """Memory, connections and tasks of this process now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "bytes": pages * PAGE_BYTES,
        "sockets": server.connections,
        "tasks": len(asyncio.all_tasks()),
    }


def say(line: dict[str, int]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


async def serve(folder: Path) -> None:
    server = EngineServer(DemoLink(), TOKEN, SystemClock(), folder=folder, bounds=WIDE)
    say({"port": await server.start()})
    while await asyncio.to_thread(sys.stdin.readline):
        say(held(server))
    await server.stop()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
