"""May it be used now? One check for entries, commands, completion and card actions (CLIENT-032)."""

from __future__ import annotations

from typing import Protocol

import msgspec

from companion.protocol.responses import State


class HasConfigurations(Protocol):
    """Something declared, with the configurations behind it."""

    @property
    def configurations(self) -> tuple[str, ...]:
        """Ids; any one of them is enough (CLIENT-031)."""
        ...

    @property
    def is_resident(self) -> bool:
        """Whether it needs none."""
        ...


def is_allowed(bound: HasConfigurations, engine: State | None) -> bool:
    """Whether the player may use it at this moment."""
    return bound.is_resident or not enabled(engine).isdisjoint(bound.configurations)


def enabled(engine: State | None) -> frozenset[str]:
    """Configurations that this player may use now."""
    if engine is None or engine.modules is msgspec.UNSET:
        return frozenset()
    return frozenset(module.id for module in engine.modules if module.enabled)
