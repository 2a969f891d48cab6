"""Finding out what a player has who came, or whose binding or modules changed."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from companion.engine.guests import Guest, House, due_to, kept_of
from companion.engine.storage.record import PlayerRecord
from companion.engine.storage.store import PlayerStore
from companion.protocol.responses import ServerMessage
from companion.protocol.signon import Binding, BindingChange
from companion.support.errors import CompanionError


class Rooms(Protocol):
    """Who is there."""

    def guest(self, player: UUID) -> Guest | None:
        """A player who is there."""
        ...

    def send(self, player: UUID, message: ServerMessage) -> None:
        """Send to all connections of a player."""
        ...


async def arrive(house: House, guest: Guest, rooms: Rooms) -> None:
    """Read what is kept of a guest and open what is due; why that cannot be is their `fault`.

    One at a time for each guest: a reading that a revoke made void would otherwise end last, and
    its CANCELLED would stay in force over what a newer one found.
    """
    async with guest.turn:
        view = house.store.view(guest.identity.uuid)
        try:
            record, overrides = await kept_of(house, guest.identity.uuid, view)
        except CompanionError as error:
            guest.fault = error
            return
        if rooms.guest(guest.identity.uuid) is not guest:
            return  # they left meanwhile: nobody would close what is opened now
        guest.fault, guest.preferences = None, record.preferences
        await _enter(house, guest, due_to(house, guest, record, overrides), record, view)
        _judge(house, guest, rooms)


async def _enter(
    house: House, guest: Guest, modules: tuple[str, ...], record: PlayerRecord, view: PlayerStore
) -> None:
    """Open the visit, or change the one that is open: what stays due is not disturbed."""
    sessions, player = house.sessions, guest.identity.uuid
    system = record.systems[0] if record.systems else ""
    if not system:
        sessions.close(player)
    elif system != guest.system:
        await sessions.open(player, system, view, modules)
    else:
        await sessions.refresh(player, modules)
    guest.system = system


def _judge(house: House, guest: Guest, rooms: Rooms) -> None:
    """Tell a player whose system is gone, once; it counts again when it is back."""
    is_gone = bool(guest.system) and guest.system not in house.made.data.systems
    if is_gone and not guest.gone:
        rooms.send(guest.identity.uuid, Binding(BindingChange.INVALIDATED, guest.system))
    guest.gone = guest.system if is_gone else ""
