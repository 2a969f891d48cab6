"""Waiting for what the quest runtime does while nobody asks."""

from __future__ import annotations

import asyncio

from companion.engine.builtin.quests.runtime import QuestRuntime
from tests.helpers.engine_client import Mind


def runtime_of(someone: Mind) -> QuestRuntime:
    """The one that all configurations of quests share."""
    found = {r for r in someone.runtime._made.runtimes.values() if isinstance(r, QuestRuntime)}
    (runtime,) = found
    return runtime


async def watching(someone: Mind) -> QuestRuntime:
    """Wait until it is known what was open before."""
    runtime = runtime_of(someone)
    async with asyncio.timeout(60):
        await runtime.looked.wait()
    return runtime
