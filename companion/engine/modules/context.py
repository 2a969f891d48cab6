"""What a module instance gets while it is installed: its id, services, and shared runtimes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.modules.player_module import PlayerModule
from companion.engine.modules.world_data import WorldData
from companion.engine.tools.registry import AnyTool
from companion.engine.tools.tool import I, O, Tool, ToolType

S = TypeVar("S")
P = TypeVar("P", bound=PlayerModule)


class ContextType(Generic[S]):
    """The key of a service, told apart by identity; the name is for messages only.

    Declare it once as a constant and import that: a second key of the same name finds nothing.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"ContextType({self.name})"


class Services:
    """The services of one installation; whoever makes one also closes it (MOD-035)."""

    def __init__(self) -> None:
        self._services: dict[ContextType[Any], Any] = {}

    def put(self, key: ContextType[S], service: S) -> None:
        """Offer a service.

        Raises:
            ValueError: There is no service to offer.
        """
        if service is None:
            raise ValueError(f"{key.name}: there is no service")
        self._services[key] = service

    def get(self, key: ContextType[S]) -> S:
        """Find a service.

        Raises:
            LookupError: Nobody offered it.
        """
        if key not in self._services:
            raise LookupError(f"nobody offered the service {key.name}")
        return cast("S", self._services[key])


class SharedRuntimes:
    """One runtime a class, for all instances of one installation."""

    def __init__(self) -> None:
        self._runtimes: dict[type[PlayerModule], PlayerModule] = {}

    def obtain(self, kind: type[P], factory: Callable[[], P]) -> P:
        """The runtime of a class, made at the first call."""
        if kind not in self._runtimes:
            self._runtimes[kind] = factory()
        return cast("P", self._runtimes[kind])

    def find(self, kind: type[P]) -> P:
        """The runtime of a class.

        Raises:
            LookupError: No installed instance made one.
        """
        if kind not in self._runtimes:
            raise LookupError(f"no runtime {kind.__name__} is installed")
        return cast("P", self._runtimes[kind])

    def in_order(self) -> tuple[PlayerModule, ...]:
        """All, in the order they were made."""
        return tuple(self._runtimes.values())


class ModuleContext:
    """One instance's view of the installation. On the engine's loop, while it is assembled.

    Attributes:
        engine: Where workflows and tools are registered.
        modules: The instances and systems of this world.
        services: Shared by all contexts of the installation.
    """

    def __init__(
        self,
        engine: AgentEngine,
        modules: WorldData,
        services: Services,
        runtimes: SharedRuntimes,
        instance: str = "",
    ) -> None:
        self.engine = engine
        self.modules = modules
        self.services = services
        self._runtimes = runtimes
        self._instance = instance
        self._tools: dict[ToolType[Any, Any], AnyTool] = {}

    def of(self, instance: str) -> ModuleContext:
        """The context of one instance: the same services, its own id and tools."""
        return ModuleContext(self.engine, self.modules, self.services, self._runtimes, instance)

    def id(self) -> str:
        """Id of the instance that is being installed.

        Raises:
            LookupError: No instance is; services are only being offered.
        """
        if not self._instance:
            raise LookupError("no module is being installed yet: there is no id")
        return self._instance

    def put(self, key: ContextType[S], service: S) -> None:
        """Offer a service, see `Services.put`."""
        self.services.put(key, service)

    def get(self, key: ContextType[S]) -> S:
        """Find a service, see `Services.get`."""
        return self.services.get(key)

    def own_tool(self, kind: ToolType[I, O], make: Callable[[], Tool[I, O]]) -> Tool[I, O]:
        """This instance's tool of a type, made once however many workflows use it."""
        return cast("Tool[I, O]", self._tools.setdefault(kind, self._tools.get(kind) or make()))

    def tool(self, kind: ToolType[I, O]) -> ToolType[I, O]:
        """A tool that another module exports, for a workflow's own list of required tools.

        Raises:
            LookupError: No installed module exports it.
        """
        if not self.engine.tools.exporters(kind):
            raise LookupError(f"no module exports {kind.id}")
        return kind

    def shared_runtime(self, kind: type[P], factory: Callable[[], P]) -> P:
        """The runtime that all instances of a kind share; it merges what they open and close."""
        return self._runtimes.obtain(kind, factory)

    def runtime(self, kind: type[P]) -> P:
        """An installed runtime, see `SharedRuntimes.find`."""
        return self._runtimes.find(kind)


ServiceListener = Callable[[ModuleContext], None]
"""Called once before any module is installed, to offer services at once; see `extensions.py`."""

Registration = Callable[[AgentEngine], None]
"""Called once after the modules are installed, to add workflows and tools without a module."""
