"""`/system devices`, `unpair` and `pair`: which companions may speak for whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.access.devices import Device
from companion.engine.access.identity import Executor, PlayerId
from companion.engine.access.operators import require_administration
from companion.engine.access.order import Lines, Order
from companion.engine.access.target import anyone, target
from companion.engine.served import Served, names_online
from companion.language.phrase import phrase
from companion.support.errors import CompanionError, Failure

ALL = "all"


class DeviceOrders:
    """The commands; everybody has them, for devices of their own."""

    def __init__(self, served: Callable[[], Served]) -> None:
        self._served = served

    async def show(self, executor: Executor, words: Sequence[str]) -> Lines:
        """List a player's devices."""
        player = self._owner(executor, words)
        devices = self._served().devices.of(player.id)
        if not devices:
            return (phrase("access.no_devices", player=player.name),)
        return tuple(
            phrase("access.device", number=number, name=device.name or "?")
            for number, device in enumerate(devices, 1)
        )

    async def unpair(self, executor: Executor, words: Sequence[str]) -> Lines:
        """Revoke one, by its number in the list, or all."""
        player = self._owner(executor, words[1:])
        served = self._served()
        for device in _numbered(served.devices.of(player.id), words[:1]):
            served.close(device.id)
            await served.devices.revoke(device.id)
        return (phrase("access.unpaired", player=player.name),)

    async def pair(self, executor: Executor, words: Sequence[str]) -> Lines:
        """Take a code that a companion shows."""
        if not words:
            raise CompanionError(Failure.ORDER_INCOMPLETE)
        await self._served().pair(words[0], target(executor, "", ()))
        return (phrase("access.paired"),)

    def names(self, before: Sequence[str]) -> Sequence[str]:
        """Of players whose devices may be meant."""
        return () if before else names_online(self._served())

    def names_second(self, before: Sequence[str]) -> Sequence[str]:
        """The same, after a number."""
        return self.names(before[1:]) if before else ()

    def _owner(self, executor: Executor, words: Sequence[str]) -> PlayerId:
        """Whose devices: one's own, or with the right to it anybody's."""
        if words:
            require_administration(executor)
        return anyone(executor, words, self._served().online())


def device_orders(served: Callable[[], Served]) -> Mapping[str, Order]:
    """The commands by name."""
    orders = DeviceOrders(served)
    return {
        "devices": Order(orders.show, "devices [PLAYER]", orders.names, for_all=True),
        "unpair": Order(
            orders.unpair, "unpair NUMBER|all [PLAYER]", orders.names_second, for_all=True
        ),
        "pair": Order(orders.pair, "pair CODE", for_all=True, of_players=True),
    }


def _numbered(devices: Sequence[Device], words: Sequence[str]) -> Sequence[Device]:
    """The device of a number in the list, or `all` of them."""
    if words == [ALL]:
        return devices
    try:
        number = int(words[0])
        if number < 1:
            raise ValueError(number)
        return (devices[number - 1],)
    except (IndexError, ValueError):
        raise CompanionError(Failure.DEVICE_UNKNOWN) from None
