"""The `/system` commands: typed in the game or at the console, brought by the world's modules.

Other words after `/system` are not ours: `run` returns None for them. A command is an `Order` that
a module has among its `server_commands` (`engine/modules/kinds.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.access.identity import Executor
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.support.errors import CompanionError, Failure


class Administration:
    """Runs the commands. On the engine's loop."""

    def __init__(self, orders: Mapping[str, Order]) -> None:
        self._orders = orders

    async def run(self, executor: Executor, line: str) -> Lines | None:
        """Run what stands after `/system`.

        Returns:
            What to tell the executor alone; None when the words are no command of these.

        Raises:
            CompanionError: With the reason to tell.
        """
        name, *words = line.split() or [""]
        order = self._orders.get(name.casefold())
        return await _run(order, executor, words) if order else None

    def usages(self) -> tuple[str, ...]:
        """How each command that a console has is written."""
        return tuple(one.usage for one in self._orders.values() if not one.of_players)

    def complete(self, executor: Executor, line: str) -> tuple[str, ...]:
        """Suggest the word that is being typed at the end of a line.

        Nothing but the commands that everybody has is suggested to those who may not administer.
        """
        *before, last = line.split(" ")
        words = [word.casefold() for word in before if word]
        found = self._suggestions(words, administers=_may_administer(executor))
        return tuple(word for word in found if word.casefold().startswith(last.casefold()))

    def _suggestions(self, before: Sequence[str], *, administers: bool) -> Sequence[str]:
        if not before:
            return [name for name, one in self._orders.items() if administers or one.for_all]
        order = self._orders.get(before[0])
        return order.suggests(before[1:]) if order and administers else ()


async def _run(order: Order, executor: Executor, words: Sequence[str]) -> Lines | None:
    """Run it, and say how it is written where words are missing."""
    if order.of_players and executor.player is None:
        raise CompanionError(Failure.PLAYERS_ONLY)
    try:
        return await order.run(executor, words)
    except CompanionError as error:
        if error.failure is not Failure.ORDER_INCOMPLETE:
            raise
        raise CompanionError(Failure.ORDER_INCOMPLETE, order.usage) from error


def _may_administer(executor: Executor) -> bool:
    try:
        require_administration(executor)
    except CompanionError:
        return False
    return True
