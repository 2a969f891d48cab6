"""Extension packages: found through Python entry points, each loaded on its own.

A package names a function in its metadata::

    [project.entry-points."companion.engine"]
    example = "companion_example:extend"

It is called with an `Extensions` before data is read, and adds module and condition types, services
and workflows there. One that cannot be loaded is left out and named in the log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points

from companion.engine.modules.conditions import Condition, ConditionTypes
from companion.engine.modules.context import Registration, ServiceListener
from companion.engine.modules.installation import Listeners
from companion.engine.modules.kinds import ModuleTypes, ServerModule

logger = logging.getLogger(__name__)

GROUP = "companion.engine"


@dataclass(slots=True)
class Extensions:
    """What extensions add; thrown away once the world is installed.

    Attributes:
        failed: Names of packages that could not be loaded.
    """

    modules: ModuleTypes
    conditions: ConditionTypes
    failed: list[str] = field(default_factory=list)
    _services: list[ServiceListener] = field(default_factory=list)
    _registrations: list[Registration] = field(default_factory=list)

    def module_type(self, name: str, kind: type[ServerModule]) -> None:
        """Add a module type, see `ModuleTypes.add`."""
        self.modules.add(name, kind)

    def condition_type(self, name: str, kind: type[Condition]) -> None:
        """Add a condition type, see `ConditionTypes.add`."""
        self.conditions.add(name, kind)

    def on_services(self, listener: ServiceListener) -> None:
        """Be called once to offer services; what it raises stops the installation."""
        self._services.append(listener)

    def on_registration(self, registration: Registration) -> None:
        """Be called once after the modules, to add workflows and tools."""
        self._registrations.append(registration)

    @property
    def listeners(self) -> Listeners:
        """For `install`."""
        return Listeners(tuple(self._services), tuple(self._registrations))


def load_extensions(into: Extensions, found: Iterable[EntryPoint] | None = None) -> tuple[str, ...]:
    """Load every extension package.

    Args:
        into: What they add to.
        found: Their entry points; the installed ones when None.

    Returns:
        Names of those that were loaded.
    """
    points = entry_points(group=GROUP) if found is None else found
    loaded: list[str] = []
    for point in sorted(points, key=lambda one: one.name):
        try:
            extend: Callable[[Extensions], None] = point.load()
            extend(into)
        except Exception as error:  # noqa: BLE001 - an extension that fails, fails alone
            logger.error("extension %s is left out: %s", point.name, type(error).__name__)
            into.failed.append(point.name)
        else:
            loaded.append(point.name)
    return tuple(loaded)
