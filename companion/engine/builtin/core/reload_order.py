"""`/system reload`: configuration and resources are read again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.access.identity import Executor
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.engine.served import Served


def reload_order(served: Callable[[], Served]) -> Order:
    """The command."""

    async def run(executor: Executor, _: Sequence[str]) -> Lines:
        require_administration(executor)
        return await served().reload()

    return Order(run, "reload")
