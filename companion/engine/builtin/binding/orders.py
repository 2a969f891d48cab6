"""`/system grant`, `revoke` and `reset`: which system a player has (BIND-003)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.access.binding import Granted
from companion.engine.access.identity import Executor, PlayerId
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.engine.access.target import target
from companion.engine.served import Served, names_online
from companion.language.phrase import phrase
from companion.support.errors import CompanionError, Failure


class BindingOrders:
    """The commands; for operators."""

    def __init__(self, served: Callable[[], Served]) -> None:
        self._served = served

    async def grant(self, executor: Executor, words: Sequence[str]) -> Lines:
        """Bind a player to a system."""
        require_administration(executor)
        if not words:
            raise CompanionError(Failure.ORDER_INCOMPLETE)
        player = self._target(executor, words[1:])
        served = self._served()
        granted = await served.bindings.grant(player.id, words[0], served.baseline(player.id))
        key = "access.already" if granted is Granted.ALREADY else "access.granted"
        return (phrase(key, player=player.name, system=words[0]),)

    async def revoke(self, executor: Executor, words: Sequence[str]) -> Lines:
        """Take a player's system, and what was kept of them."""
        require_administration(executor)
        player = self._target(executor, words)
        await self._served().bindings.revoke(player.id)
        return (phrase("access.revoked", player=player.name), phrase("access.not_undone"))

    async def reset(self, executor: Executor, words: Sequence[str]) -> Lines:
        """Delete what was kept of a player, readable or not."""
        require_administration(executor)
        player = self._target(executor, words)
        await self._served().bindings.reset(player.id)
        told = phrase("access.reset", player=player.name)
        return (told, phrase("access.not_undone"), phrase("access.old_data"))

    def names(self, before: Sequence[str]) -> Sequence[str]:
        """Of players who may be meant."""
        return () if before else names_online(self._served())

    def systems(self, before: Sequence[str]) -> Sequence[str]:
        """Systems, then players."""
        if not before:
            return tuple(self._served().modules.systems())
        return self.names(before[1:])

    def _target(self, executor: Executor, words: Sequence[str]) -> PlayerId:
        return target(executor, " ".join(words), self._served().online())


def binding_orders(served: Callable[[], Served]) -> Mapping[str, Order]:
    """The commands by name."""
    orders = BindingOrders(served)
    return {
        "grant": Order(orders.grant, "grant SYSTEM PLAYER", orders.systems),
        "revoke": Order(orders.revoke, "revoke PLAYER", orders.names),
        "reset": Order(orders.reset, "reset PLAYER", orders.names),
    }
