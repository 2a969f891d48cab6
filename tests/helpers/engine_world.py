"""A runtime over a folder that is kept between two lives of the engine, and a model of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from companion.engine.models.model import Model
from companion.engine.runtime import Runtime, Setup
from companion.engine.world import ModelService
from companion.games.link import Link
from tests.helpers.engine_client import Mind, arriving


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
    link: Link, model: Model, locale: str = "en_us", **setup: Any
) -> AsyncIterator[Mind]:
    """A runtime whose model is a test's."""
    service = ModelService({}, model)
    runtime = Runtime(Setup(link, locale=locale, service=service, **setup))
    async with arriving(runtime, locale) as someone:
        yield someone
