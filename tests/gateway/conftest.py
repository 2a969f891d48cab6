"""A gateway a test; what a client did wrong to it fails the test at its end."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.gateway.loopback import LoopbackGateway

_PROXIES = ("http_proxy", "https_proxy", "all_proxy", "ws_proxy", "no_proxy")


@pytest_asyncio.fixture
async def gateway(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LoopbackGateway]:
    for name in _PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    running = LoopbackGateway()
    await running.start()
    yield running
    await running.stop()
    assert running.record.violations == []
