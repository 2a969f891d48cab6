"""A world whose player may look on the web, and questions in it."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from companion.engine.installed import Installed
from companion.engine.models.model import Model
from companion.engine.players import LOCAL_PLAYER
from companion.games.link import Link
from companion.protocol.requests import Invoke
from tests.helpers.engine_client import Mind, Told
from tests.helpers.engine_world import thinking
from tests.helpers.web_stand_in import FakeSearch


async def question(someone: Mind, text: str, action: str = "system:question") -> Told:
    asked = {"moduleId": action, "question": text}
    return (await someone.ask(Invoke(uuid.uuid4(), asked)))[1]


@asynccontextmanager
async def web_world(
    folder: Path, model: Model, service: FakeSearch, link: Link, **setup: object
) -> AsyncIterator[tuple[Mind, FakeSearch]]:
    """A world whose player has web search, with a service of a test."""
    before = Installed._web
    Installed._web = lambda self: replace(before(self), provider=service)  # type: ignore[method-assign]
    try:
        async with thinking(link, model, folder, **setup) as someone:
            await someone.runtime.modules.add_module(LOCAL_PLAYER.uuid, "system:web_search")
            yield someone, service
    finally:
        Installed._web = before  # type: ignore[method-assign]
