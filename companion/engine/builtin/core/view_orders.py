"""`/system open`, `simple`, `full`, `settings`, `ask`: the companion shows itself, or answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from companion.engine.access.identity import Executor
from companion.engine.access.order import Lines, Order
from companion.engine.access.target import target
from companion.engine.served import Served
from companion.language.phrase import phrase
from companion.protocol.responses import Page, View
from companion.support.errors import CompanionError, Failure

OPEN = "open"
VIEWS = {OPEN: View.CURRENT, "simple": View.SIMPLE, "full": View.FULL}


def view_orders(served: Callable[[], Served]) -> Mapping[str, Order]:
    """A command a view; everybody has them, for companions of their own (PROTO-019)."""

    def order(name: str, opens: Callable[[UUID], None]) -> Order:
        async def run(executor: Executor, words: Sequence[str]) -> Lines:
            if words:
                raise CompanionError(Failure.ORDER_INCOMPLETE)
            player = target(executor, "", ())
            if player.id not in {one.id for one in served().online()}:
                return (phrase("access.no_companion"),)
            opens(player.id)
            return (phrase("access.opened"),)

        return Order(run, name, for_all=True, of_players=True)

    def showing(view: View) -> Callable[[UUID], None]:
        return lambda player: served().open_view(player, view)

    views = {name: order(name, showing(view)) for name, view in VIEWS.items()}
    settings = order("settings", lambda player: served().open_page(player, Page.SETTINGS))
    return {**views, "settings": settings}


def ask_order() -> Order:
    """What stands behind it is a question, as it would be without the word (CHAT-012)."""

    async def run(_: Executor, words: Sequence[str]) -> None:
        if not words:
            raise CompanionError(Failure.ORDER_INCOMPLETE)

    return Order(run, "ask QUESTION", for_all=True, of_players=True)
