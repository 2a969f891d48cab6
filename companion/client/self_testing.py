"""The self-test over the client's own turns: one sentence is said, heard and asked. On the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from companion.client.interface_events import SelfTestMoved
from companion.client.parts import ClientParts
from companion.client.self_test import SpeechChain, run_self_test
from companion.client.store import Store
from companion.client.turn import TurnRecord


class SelfTesting:
    """Runs one self-test at a time.

    Args:
        parts: Voice, ears and texts.
        store: Shows how far it is.
        typed: Takes words as if the player had typed them.
    """

    def __init__(self, parts: ClientParts, store: Store, typed: Callable[[str], None]) -> None:
        self._parts = parts
        self._store = store
        self._typed = typed
        self._awaited: dict[str, asyncio.Future[TurnRecord]] = {}

    def work(self) -> Coroutine[None, None, None] | None:
        """A self-test to be run; None while one runs, or with nothing to test with."""
        chain = self._parts.chain
        if chain is None or self._store.state.self_test.is_running:
            return None
        return self._run(chain)

    def turn_over(self, record: TurnRecord) -> None:
        """A turn ended; the one that is waited for goes on with the test."""
        waiting = self._awaited.pop(record.heard, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(record)

    async def _run(self, chain: SpeechChain) -> None:
        texts = self._parts.library.translations
        await run_self_test(
            chain,
            texts.text("client.self_test.say"),
            texts.language,
            self._answered,
            lambda test: self._store.dispatch(SelfTestMoved(test)),
        )

    def _answered(self, words: str) -> asyncio.Future[TurnRecord]:
        """Say something as if it were typed, and wait for the end of that turn."""
        waiting: asyncio.Future[TurnRecord] = asyncio.get_running_loop().create_future()
        self._awaited[words] = waiting
        self._typed(words)
        return waiting
