"""Small things one does with a child process: speak to it, keep its log flowing, end it surely."""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import Process
from collections.abc import Coroutine

from companion.support.loops import spawn

logger = logging.getLogger(__name__)

END_DEADLINE_S = 1.0
"""Time to end by itself, again after `terminate`, and again after `kill`."""


async def say(process: Process, line: str) -> bytes:
    """Write one line to a child and read one; empty when its output ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line.encode() + b"\n")
    await process.stdin.drain()
    return await process.stdout.readline()


async def log_lines(process: Process) -> None:
    """Keep the child's error output flowing; its own logging leaves words and keys out."""
    assert process.stderr is not None
    while True:
        try:
            line = await process.stderr.readline()
        except ValueError:
            line = b"(a line that is too long)\n"
        if not line:
            return
        logger.info("engine: %s", line.decode(errors="replace").rstrip())


async def surely(work: Coroutine[None, None, None]) -> None:
    """Do something to its end, also when the one who waits for it is cancelled meanwhile."""
    task = spawn(work, "end of the engine")
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


async def end(process: Process, log: asyncio.Task[None]) -> None:
    """End a child and read what it left behind: its pipes close at their end only."""
    if process.stdin is not None:
        process.stdin.close()
    await exit_of(process)
    assert process.stdout is not None
    try:
        async with asyncio.timeout(END_DEADLINE_S):
            await asyncio.gather(process.stdout.read(), log)
    except TimeoutError:
        logger.warning("somebody still holds the pipes of engine %d", process.pid)


async def exit_of(process: Process) -> None:
    """Wait for the end of a child whose input ended: then it is told, then it is made to."""
    for force in (None, process.terminate, process.kill):
        if process.returncode is not None:
            return
        if force is not None:
            force()
        try:
            async with asyncio.timeout(END_DEADLINE_S):
                await process.wait()
        except TimeoutError:
            logger.warning("engine %d still runs", process.pid)
