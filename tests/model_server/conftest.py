"""A model service a test; what a client did wrong to it fails the test at its end."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.model_server.server import ModelServer

_LEAKS = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "openai_api_key")


@pytest_asyncio.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ModelServer]:
    for name in _LEAKS:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    running = ModelServer()
    await running.start()
    yield running
    await running.stop()
    assert running.violations == []
