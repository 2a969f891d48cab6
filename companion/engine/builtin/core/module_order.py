"""`/system module`: an operator sees and changes which modules one player has (MOD-043)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from companion.engine.access.identity import Executor, PlayerId
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.engine.access.target import anyone
from companion.engine.module_desk import ModuleDesk
from companion.engine.served import Served, names_online
from companion.language.phrase import phrase
from companion.support.errors import CompanionError, Failure

LIST, ADD, REMOVE = "list", "add", "remove"


def module_order(served: Callable[[], Served]) -> Order:
    """The command."""

    def find(executor: Executor, words: Sequence[str]) -> PlayerId:
        return anyone(executor, words, served().online())

    async def run(executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        desk = served().modules
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
                raise CompanionError(Failure.ORDER_INCOMPLETE)

    def suggests(before: Sequence[str]) -> Sequence[str]:
        match before:
            case []:
                return (LIST, ADD, REMOVE)
            case ["add" | "remove"]:
                return tuple(served().modules.installed)
            case ["list"] | ["add" | "remove", _]:
                return names_online(served())
            case _:
                return ()

    return Order(run, "module list|add MODULE|remove MODULE PLAYER", suggests)


def _listed(desk: ModuleDesk, player: PlayerId, on: Collection[str]) -> Lines:
    lines = tuple(
        phrase(f"access.module_{'on' if one in on else 'off'}", module=one)
        for one in desk.installed
    )
    return (phrase("access.modules", player=player.name), *lines)
