"""Waiting for what has no event of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

DEADLINE_S = 60.0
"""For a computer that is busy; no test depends on it."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so, on whichever thread it becomes so.

    Raises:
        TimeoutError: It does not come.
    """
    async with asyncio.timeout(DEADLINE_S):
        while not condition():  # noqa: ASYNC110 - any condition, of any thread
            await asyncio.sleep(0.001)
