"""`/system module`: an operator sees and changes which modules one player has (MOD-043)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from companion.engine.access.administration import Lines, Order
from companion.engine.access.identity import Executor, PlayerId
from companion.engine.access.operators import require_administration
from companion.engine.module_desk import ModuleDesk
from companion.language.phrase import phrase
from companion.support.errors import CompanionError, Failure

LIST, ADD, REMOVE = "list", "add", "remove"

Find = Callable[[Executor, Sequence[str]], PlayerId]
"""The player whom words name; the executor where there are none."""


def module_order(desk: ModuleDesk, find: Find, names: Callable[[], Sequence[str]]) -> Order:
    """The command.

    Args:
        desk: What is installed, and for whom.
        find: Finds its player.
        names: Of players who may be meant.
    """

    async def run(executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        match words or [LIST]:
            case ["list", *who]:
                player = find(executor, who)
                return _listed(desk, player, await desk.of(player.id))
            case ["add", module, *who]:
                player = find(executor, who)
                await desk.add_module(player.id, module)
                return (phrase("access.module_added", player=player.name, module=module),)
            case ["remove", module, *who]:
                player = find(executor, who)
                await desk.remove_module(player.id, module)
                return (phrase("access.module_removed", player=player.name, module=module),)
            case _:
                raise CompanionError(Failure.INVALID_INPUT, " ".join(words)[:64])

    def suggests(before: Sequence[str]) -> Sequence[str]:
        match before:
            case []:
                return (LIST, ADD, REMOVE)
            case ["add" | "remove"]:
                return tuple(desk.installed)
            case ["list"] | ["add" | "remove", _]:
                return names()
            case _:
                return ()

    return Order(run, suggests)


def _listed(desk: ModuleDesk, player: PlayerId, on: Collection[str]) -> Lines:
    lines = tuple(
        phrase(f"access.module_{'on' if one in on else 'off'}", module=one)
        for one in desk.installed
    )
    return (phrase("access.modules", player=player.name), *lines)
