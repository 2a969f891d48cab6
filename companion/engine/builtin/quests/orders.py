"""`/system ftb reload`: quests are read anew in the background, and old ones are no news."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.access.identity import Executor
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.language.phrase import phrase
from companion.support.errors import CompanionError, Failure

RELOAD = "reload"


def quest_order(reload: Callable[[], None]) -> Order:
    """The command; for those who may also grant and revoke.

    Args:
        reload: Begins to read anew; returns at once.
    """

    async def run(executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        if [word.casefold() for word in words] != [RELOAD]:
            raise CompanionError(Failure.ORDER_INCOMPLETE)
        reload()
        return (phrase("access.quests_reload"),)

    return Order(run, "ftb reload", lambda before: () if before else (RELOAD,))
