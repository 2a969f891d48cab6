"""Kinds of server modules. A type is a frozen struct; its fields are its parameters in data files.

A type keeps no state: `runtime` makes what has some. Data files name a type by the identifier under
which `ModuleTypes.add` got it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from companion.engine.access.order import Order
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.modules.context import ModuleContext, Services
from companion.engine.modules.definition import IdOrTag
from companion.engine.modules.player_module import PlayerModule
from companion.engine.storage.ledger import Ledger
from companion.engine.tools.registry import AnyTool
from companion.protocol.limits import Identifier


class ServerModule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all kinds."""

    def available(self, services: Services) -> bool:
        """Whether what it optionally depends on is there; nothing else."""
        return True

    def storages(self) -> tuple[Ledger[Any], ...]:
        """What it keeps of players; ledgers belong to the kind, never to an instance."""
        return ()

    def runtime(self, context: ModuleContext) -> PlayerModule | None:
        """What lives while the world is open; None for a module without state."""
        return None


class ToolModule(ServerModule, frozen=True):
    """Exports tools for workflows of others; players cannot ask for it."""

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """Its tools, one behaviour each."""
        return ()


class WorkflowModule(ServerModule, frozen=True):
    """Provides workflows."""

    def workflows(self, context: ModuleContext) -> tuple[AnyWorkflow, ...]:
        """Its workflows."""
        return ()

    def exports(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """Tools of its own that others may put on their lists."""
        return ()


class SharedModule(WorkflowModule, frozen=True):
    """Also has administration commands."""

    def server_commands(self, context: ModuleContext) -> Mapping[str, Order]:
        """Commands below `/system` by name; taken once a type, however many instances there are."""
        return {}


class CoreModule(SharedModule, frozen=True):
    """Infrastructure: once installed it is on for every bound player and cannot be removed."""


class CatalogModule(SharedModule, frozen=True):
    """Chooses entries of a catalog; players get the union of their instances' choices.

    Attributes:
        CATALOG: Identifier of the catalog's registry.
        PARAMETER: Name of the field that chooses.
    """

    CATALOG: ClassVar[Identifier] = ""
    PARAMETER: ClassVar[str] = ""

    @property
    def selection(self) -> tuple[IdOrTag, ...] | None:
        """Ids and tags; None, the parameter was left out, means all; empty means none."""
        chosen: tuple[IdOrTag, ...] | None = getattr(self, self.PARAMETER)
        return chosen


class ModuleTypes:
    """Every module type by its identifier. Filled before data is read."""

    def __init__(self, types: Iterable[tuple[str, type[ServerModule]]] = ()) -> None:
        self._types: dict[str, type[ServerModule]] = {}
        for name, kind in types:
            self.add(name, kind)

    def add(self, name: str, kind: type[ServerModule]) -> None:
        """Add a type.

        Raises:
            ValueError: The name is taken, or the type wants to be a tool module with workflows.
        """
        if name in self._types:
            raise ValueError(f"the module type {name} is taken")
        if issubclass(kind, ToolModule) and issubclass(kind, WorkflowModule):
            raise ValueError(f"{name}: a tool module cannot have workflows")
        self._types[name] = kind

    def read(self, server: Mapping[str, Any]) -> ServerModule:
        """Read the `server` object of an entry.

        Raises:
            ValueError: Its type is unknown, or its parameters do not fit.
        """
        parameters = dict(server)
        name = parameters.pop("type", None)
        if not isinstance(name, str) or name not in self._types:
            raise ValueError(f"unknown module type {name!r}")
        return msgspec.convert(parameters, self._types[name])
