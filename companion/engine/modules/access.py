"""Which modules each player has right now: one published snapshot that every entry point asks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from companion.engine.modules.conditions import ConditionTypes, Facts
from companion.engine.modules.definition import SystemDefinition
from companion.engine.modules.installation import Installation
from companion.engine.storage.module_access import ModuleAccess


@dataclass(frozen=True, slots=True)
class Permissions:
    """One player's snapshot.

    Attributes:
        system: The bound system; "" for an unbound player.
        modules: Instances that are on and initialised; empty until they are.
    """

    system: str = ""
    modules: frozenset[str] = frozenset()


UNBOUND = Permissions()


class Access:
    """Everybody's snapshots; it is the `Rights` of the engine. On the engine's loop."""

    def __init__(self, may_ask_model: Callable[[UUID], bool]) -> None:
        self._model = may_ask_model
        self._players: dict[UUID, Permissions] = {}

    def publish(self, player: UUID, permissions: Permissions) -> None:
        """Put a whole snapshot in place of the last one."""
        self._players[player] = permissions

    def forget(self, player: UUID) -> None:
        """The player left or was revoked."""
        self._players.pop(player, None)

    def of(self, player: UUID) -> Permissions:
        """A player's snapshot."""
        return self._players.get(player, UNBOUND)

    def is_bound(self, player: UUID) -> bool:
        """Whether the player has a system."""
        return bool(self.of(player).system)

    def has_module(self, player: UUID, module: str) -> bool:
        """Whether an instance is on for the player."""
        return module in self.of(player).modules

    def may_ask_model(self, player: UUID) -> bool:
        """Whether a model may be asked for the player."""
        return self._model(player)


def entitled(
    made: Installation,
    conditions: ConditionTypes,
    overrides: ModuleAccess,
    facts: Facts,
) -> tuple[str, ...]:
    """The instances a bound player should have (MOD-009, MOD-021, MOD-045).

    The core's come first, then the system's in their order, then added ones; removed ones are left
    out. A system that is gone from the data gives nothing, and nothing takes its place (MOD-060).

    Args:
        made: What is installed.
        conditions: Condition types.
        overrides: What an operator changed for the player.
        facts: About the player; `modules` is filled in as instances are found.
    """
    definition = made.data.systems.get(facts.system)
    if definition is None:
        return ()
    there = set(made.instances)
    found = dict.fromkeys(sorted(made.core))
    for one in _referred(made, definition, conditions, facts, found):
        if one in there and one not in overrides.removed:
            found[one] = None
    found.update(dict.fromkeys(one for one in overrides.added if one in there))
    return tuple(found)


def _referred(
    made: Installation,
    definition: SystemDefinition,
    conditions: ConditionTypes,
    facts: Facts,
    found: Mapping[str, None],
) -> Iterable[str]:
    for reference in definition.modules:
        condition = conditions.read(reference.condition)
        if condition.holds(dataclasses.replace(facts, modules=frozenset(found))):
            yield from made.data.members(reference.module)


def check_conditions(made: Installation, conditions: ConditionTypes) -> None:
    """Read every condition once, so that a damaged one stops the start and not a login.

    Raises:
        ValueError: A condition is damaged; the message names the system.
    """
    for name, definition in made.data.systems.items():
        for reference in definition.modules:
            try:
                conditions.read(reference.condition)
            except ValueError as error:
                raise ValueError(f"system {name}, {reference.module}: {error}") from error
