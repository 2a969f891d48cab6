"""`/system reload`: what is read again while players are served; what is broken stays as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from companion.engine.access.order import Lines
from companion.engine.config.reload import reload_configuration
from companion.engine.modules.world_data import Pack
from companion.engine.policies import policy_faults
from companion.engine.runtime import Runtime
from companion.engine.world import PROMPTS
from companion.language.phrase import Phrase, phrase
from companion.support.errors import CompanionError, Failure


async def reload_world(runtime: Runtime, packs: Callable[[], Sequence[Pack]]) -> Lines:
    """Read configuration, prompts, tags and everybody's access again.

    Args:
        runtime: The engine.
        packs: Reads the world's data packs; blocks.

    Returns:
        What changed, and what of it is not used.

    Raises:
        CompanionError: STORAGE_UNAVAILABLE before the world's files were read.
    """
    files = runtime.world.configuration
    if files is None:
        raise CompanionError(Failure.STORAGE_UNAVAILABLE, "the files are not read yet")
    told = await asyncio.to_thread(reload_configuration, files, policy_faults)
    prompts = await asyncio.to_thread(runtime.world.prompts.reload)
    faults = (phrase("config.fault", file=PROMPTS.name, fault=fault) for fault in prompts)
    return (*told, *faults, *await _tags(runtime, packs))


async def _tags(runtime: Runtime, packs: Callable[[], Sequence[Pack]]) -> Sequence[Phrase]:
    try:
        await runtime.reload_tags(await asyncio.to_thread(packs))
    except (ValueError, OSError) as error:
        await runtime.presence.again()
        return (phrase("access.tags_broken", why=str(error)[:500]),)
    return ()
