"""A player who is there, and what the world holds for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

import msgspec

from companion.engine.access.binding import Bindings
from companion.engine.access.levels import AiLevel
from companion.engine.execution.task import Peer
from companion.engine.late_store import LateStore
from companion.engine.modules.access import entitled
from companion.engine.modules.conditions import ConditionTypes, Facts
from companion.engine.modules.installation import Installation
from companion.engine.modules.overrides import read_overrides
from companion.engine.modules.sessions import PlayerSessions
from companion.engine.players import PlayerIdentity
from companion.engine.storage.module_access import ModuleAccess
from companion.engine.storage.record import PlayerRecord, Preferences
from companion.engine.storage.store import PlayerStore, Transaction
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

OPERATOR_LEVEL = 4
"""Of whoever owns the world, in conditions."""


@dataclass(slots=True)
class Guest:
    """A player who is there.

    Attributes:
        peers: Their connections, oldest first.
        preferences: What they chose, as it was read last.
        fault: Why it is not known what they have.
        arriving: Finds that out.
        turn: Held while that is found out; see `arrival`.
        leaving: Ends the visit, unless they come back.
        system: Whose modules are open for them; "" for none.
        gone: Their system, while this world does not define it (BIND-020); "" otherwise.
    """

    identity: PlayerIdentity
    peers: list[Peer] = field(default_factory=list)
    preferences: Preferences = field(default_factory=Preferences)
    fault: CompanionError | None = None
    arriving: asyncio.Task[None] | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    leaving: asyncio.TimerHandle | None = None
    system: str = ""
    gone: str = ""


@dataclass(frozen=True, slots=True)
class Grant:
    """Which system players get by themselves.

    Attributes:
        system: Its id; "" for none.
        is_local: Whether the player of this computer has it even while nothing can be kept.
    """

    system: str = ""
    is_local: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """What presence needs of the engine around it."""

    made: Installation
    conditions: ConditionTypes
    sessions: PlayerSessions
    store: LateStore
    bindings: Bindings
    grant: Grant
    capabilities: frozenset[str]
    has_model: Callable[[], bool]
    reasons: Callable[[], bool]
    level_of: Callable[[UUID], AiLevel]


async def kept_of(
    house: House, player: UUID, view: PlayerStore
) -> tuple[PlayerRecord, ModuleAccess]:
    """Record and overrides; without a store, the local player has what every new one gets."""
    granted = PlayerRecord(systems=(house.grant.system,) if house.grant.system else ())
    try:
        store = await (house.store.soon() if house.grant.is_local else house.store.ready())
        record = await store.read(player, lambda snapshot: snapshot.record())
        if not record.systems and house.grant.is_local and house.grant.system:
            record = await store.update(player, lambda data: _grant(data, granted.systems))
        return record, await read_overrides(view)
    except CompanionError as error:
        if not (house.grant.is_local and error.failure is Failure.STORAGE_UNAVAILABLE):
            raise
        logger.info("the local player goes on without a store: %s", error.detail)
        return granted, ModuleAccess()


def due_to(
    house: House, guest: Guest, record: PlayerRecord, overrides: ModuleAccess
) -> tuple[str, ...]:
    """The module instances that a player should have now."""
    facts = Facts(
        record.systems[0] if record.systems else "",
        operator_level=OPERATOR_LEVEL if guest.identity.is_operator else 0,
        capabilities=house.capabilities,
    )
    return entitled(house.made, house.conditions, overrides, facts)


def _grant(data: Transaction, systems: tuple[str, ...]) -> PlayerRecord:
    """Bind the local player, who never has to ask for it."""
    if not data.record().systems:
        data.set_record(msgspec.structs.replace(data.record(), systems=systems))
    return data.record()
