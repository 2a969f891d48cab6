from __future__ import annotations

import asyncio

from companion.engine.announcing import Announcing


async def test_all_who_asked_meanwhile_are_called_at_once() -> None:
    called: list[str] = []
    announcing, both = Announcing(within_s=0.0), asyncio.Event()
    announcing.soon(lambda: called.append("one"))
    announcing.soon(lambda: (called.append("two"), both.set())[0])
    assert called == []
    async with asyncio.timeout(60):
        await both.wait()
    assert called == ["one", "two"]


async def test_whoever_asks_later_is_called_later() -> None:
    announcing, first, second = Announcing(within_s=0.0), asyncio.Event(), asyncio.Event()
    async with asyncio.timeout(60):
        announcing.soon(first.set)
        await first.wait()
        announcing.soon(second.set)
        await second.wait()
    assert second.is_set()
