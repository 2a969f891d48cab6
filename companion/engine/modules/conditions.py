"""When a module of a system is on. Data, not code: an object with a `type` and its parameters.

================== ======================= ====================================================
type               parameters              holds
================== ======================= ====================================================
system:always                              always
system:not         condition               when that one does not
system:all_of      conditions              when all do; also when there are none
system:any_of      conditions              when one does
system:has_system  system (optional)       when that system, or any, is bound and ready
system:has_module  module                  when a module listed before it, or added, is on
system:operator    level                   for operators of that level and up
system:link_can    capability              when the link into the game can do that
================== ======================= ====================================================

An extension adds a type with `ConditionTypes.add`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from companion.protocol.limits import Identifier

MOST_NESTED = 16


@dataclass(frozen=True, slots=True)
class Facts:
    """What conditions are judged by, for one player at one moment.

    Attributes:
        system: The bound system; "" for none.
        modules: Module instances that are on so far.
        operator_level: 0 for players who are none.
        capabilities: What the link can do.
    """

    system: str = ""
    modules: frozenset[str] = frozenset()
    operator_level: int = 0
    capabilities: frozenset[str] = frozenset()


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of condition types; parameters are fields."""

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        raise NotImplementedError

    def within(self, types: ConditionTypes, depth: int) -> Condition:
        """The same with conditions inside it read; most have none."""
        return self


class Always(Condition, frozen=True):
    """Holds for everybody."""

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        return True


class Not(Condition, frozen=True):
    """Holds when another does not."""

    condition: Any

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        return not self.condition.holds(facts)

    def within(self, types: ConditionTypes, depth: int) -> Condition:
        """Read the inner one."""
        return Not(types.read(self.condition, depth))


class AllOf(Condition, frozen=True):
    """Holds when all others do."""

    conditions: tuple[Any, ...]

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        return all(one.holds(facts) for one in self.conditions)

    def within(self, types: ConditionTypes, depth: int) -> Condition:
        """Read the inner ones."""
        return AllOf(tuple(types.read(one, depth) for one in self.conditions))


class AnyOf(Condition, frozen=True):
    """Holds when one other does."""

    conditions: tuple[Any, ...]

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        return any(one.holds(facts) for one in self.conditions)

    def within(self, types: ConditionTypes, depth: int) -> Condition:
        """Read the inner ones."""
        return AnyOf(tuple(types.read(one, depth) for one in self.conditions))


class HasSystem(Condition, frozen=True):
    """Holds when a system is bound."""

    system: Identifier | None = None

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        return facts.system == self.system if self.system else bool(facts.system)


class HasModule(Condition, frozen=True):
    """Holds when a module instance is on."""

    module: Identifier

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        return self.module in facts.modules


class Operator(Condition, frozen=True):
    """Holds for operators."""

    level: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        return facts.operator_level >= self.level


class LinkCan(Condition, frozen=True):
    """Holds when the link into the game has a capability."""

    capability: str

    def holds(self, facts: Facts) -> bool:
        """Judge it."""
        return self.capability in facts.capabilities


_BUILT_IN: Mapping[str, type[Condition]] = {
    "system:always": Always,
    "system:not": Not,
    "system:all_of": AllOf,
    "system:any_of": AnyOf,
    "system:has_system": HasSystem,
    "system:has_module": HasModule,
    "system:operator": Operator,
    "system:link_can": LinkCan,
}


class ConditionTypes:
    """Every condition type by its identifier. Filled before data is read."""

    def __init__(self) -> None:
        self._types = dict(_BUILT_IN)

    def add(self, name: str, kind: type[Condition]) -> None:
        """Add a type of an extension.

        Raises:
            ValueError: The name is taken.
        """
        if name in self._types:
            raise ValueError(f"the condition type {name} is taken")
        self._types[name] = kind

    def read(self, data: Any, depth: int = 0) -> Condition:
        """Read a condition object; None means always.

        Raises:
            ValueError: It is none, names an unknown type, or nests too deeply.
        """
        if data is None:
            return Always()
        if depth > MOST_NESTED or not isinstance(data, Mapping):
            raise ValueError("a condition is no object, or nests too deeply")
        fields = dict(data)
        name = fields.pop("type", None)
        if not isinstance(name, str) or name not in self._types:
            raise ValueError(f"unknown condition type {name!r}")
        return msgspec.convert(fields, self._types[name]).within(self, depth + 1)
