"""What an operator switched on or off for one player; kept with the player, gone at a revoke."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.modules.installation import Installation
from companion.engine.storage.module_access import MODULE_ACCESS, ModuleAccess
from companion.engine.storage.store import PlayerStore, Transaction
from companion.support.errors import CompanionError, Failure


async def read_overrides(store: PlayerStore) -> ModuleAccess:
    """What holds for a player.

    Raises:
        CompanionError: The store's reason.
    """
    return await store.read(lambda snapshot: snapshot.get(MODULE_ACCESS))


async def add_module(store: PlayerStore, made: Installation, module: str) -> ModuleAccess:
    """Switch an instance on for a player (`/system module add`).

    Raises:
        CompanionError: NOT_FOUND; NOT_BOUND; the store's reason.
    """
    _check_known(made, module)
    return await _change(store, lambda known: known.with_module(module))


async def remove_module(store: PlayerStore, made: Installation, module: str) -> ModuleAccess:
    """Switch an instance off for a player (`/system module remove`).

    Raises:
        CompanionError: NOT_FOUND; NOT_PERMITTED for infrastructure; NOT_BOUND; the store's reason.
    """
    _check_known(made, module)
    if module in made.core:
        raise CompanionError(Failure.NOT_PERMITTED, f"{module} is part of the core")
    return await _change(store, lambda known: known.without_module(module))


def completions(made: Installation, begun: str) -> tuple[str, ...]:
    """Instance ids of this world that begin so, with or without their namespace."""
    begun = begun.casefold()
    return tuple(
        name
        for name in made.instances
        if name.startswith(begun) or name.partition(":")[2].startswith(begun)
    )


async def _change(
    store: PlayerStore, change: Callable[[ModuleAccess], ModuleAccess]
) -> ModuleAccess:
    def apply(transaction: Transaction) -> ModuleAccess:
        if not transaction.record().is_bound:
            raise CompanionError(Failure.NOT_BOUND)
        changed = change(transaction.get(MODULE_ACCESS))
        transaction.put(MODULE_ACCESS, changed)
        return changed

    return await store.update(apply)


def _check_known(made: Installation, module: str) -> None:
    if module not in made.instances:
        raise CompanionError(Failure.NOT_FOUND, module)
