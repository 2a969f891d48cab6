"""What may have been meant: calls for the buttons of a `SelectionCard` (ROUTE-041, ROUTE-042)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from companion.engine.answer import Call
from companion.engine.execution.selection import Selection
from companion.engine.routing.local import HasAction
from companion.engine.routing.route import Route

MOST = 4


def suggestions(
    routes: Iterable[Route], near: Iterable[Call], has_action: HasAction
) -> tuple[Call, ...]:
    """Calls to offer: what is near and has a button of its own first, then shortcuts.

    Args:
        routes: Every action.
        near: Calls whose arguments come from the words just entered, nearest first.
        has_action: Whether an action is enabled for the player.
    """
    open_to_choice = {
        route.action: route
        for route in routes
        if route.is_read_only
        and route.interactive
        and route.selection is Selection.NORMAL
        and has_action(route.action)
    }
    close = (call for call in near if call.action in open_to_choice)
    named = (call for call in close if open_to_choice[call.action].choice)
    shortcuts = (Call(r.action) for r in open_to_choice.values() if r.shortcut)
    found: list[Call] = []
    for call in chain(named, shortcuts):
        if call not in found:
            found.append(call)
    return tuple(found[:MOST])
