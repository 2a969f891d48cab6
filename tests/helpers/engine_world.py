"""A runtime over a folder that is kept between two lives of the engine, and a model of our own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from companion.engine.models.model import Model, ModelReply, ModelRequest
from companion.engine.runtime import Runtime, Setup
from companion.engine.world import ModelService
from companion.games.link import Link
from tests.helpers.agent_model import FakeModel, Line
from tests.helpers.engine_client import Mind, arriving


class NamedModel(FakeModel):
    """A model that usage can be booked under.

    Attributes:
        asked: Set once it was asked something.
    """

    id = "test/model"

    def __init__(self, *lines: Line) -> None:
        super().__init__(*lines)
        self.asked = asyncio.Event()

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.asked.set()
        return await super().complete(request)


@asynccontextmanager
async def world(
    link: Link, folder: Path, locale: str = "en_us", **setup: Any
) -> AsyncIterator[Mind]:
    """A runtime that keeps things, its store open."""
    async with arriving(
        Runtime(Setup(link, folder=folder, locale=locale, **setup)), locale
    ) as someone:
        await someone.runtime.world.store.ready()
        await someone.runtime.presence.again()
        yield someone


@asynccontextmanager
async def thinking(
    link: Link, model: Model, folder: Path, locale: str = "en_us", **setup: Any
) -> AsyncIterator[Mind]:
    """A runtime that keeps things, and whose model is a test's."""
    async with world(link, folder, locale, service=ModelService({}, model), **setup) as someone:
        yield someone
