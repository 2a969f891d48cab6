"""Module types, data packs and runtimes for tests of installation and sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

import msgspec

from companion.engine.access.identity import Executor
from companion.engine.access.order import Lines, Order
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.modules.context import ContextType, ModuleContext, Services
from companion.engine.modules.definition import IdOrTag
from companion.engine.modules.installation import Installation, Listeners, install
from companion.engine.modules.kinds import (
    CatalogModule,
    CoreModule,
    ModuleTypes,
    SharedModule,
    ToolModule,
    WorkflowModule,
)
from companion.engine.modules.player_module import Binding, PlayerModule, PlayerSession
from companion.engine.modules.world_data import Pack, WorldData, read_world
from companion.engine.storage.ledger import Ledger
from companion.engine.storage.store import PlayerStore
from companion.engine.tools.registry import AnyTool
from companion.language.phrase import phrase
from tests.helpers.agent_rig import READ, Counter, Rig, workflow

LOG: ContextType[list[str]] = ContextType("test:log")
"""Where modules write what happens to them, in order."""

DIARY: Ledger[str] = Ledger("test:signin", "test:diary", str)


class Session(PlayerSession):
    def __init__(self, runtime: Runtime, name: str) -> None:
        self._runtime = runtime
        self._name = name

    def _say(self, what: str) -> None:
        self._runtime.say(f"{what} {self._name}")

    async def initialize(self) -> None:
        self._say("initialize")
        await self._runtime.wait(self._name)

    def ready(self) -> None:
        self._say("ready")

    def tick(self, now: float) -> None:
        self._say("tick")

    def close(self) -> None:
        self._say("close")


class Runtime(PlayerModule):
    """Says what happens; waits for `gates[name]` and raises `raises[what name]`."""

    def __init__(self, log: list[str], name: str) -> None:
        self.log = log
        self.name = name
        self.gates: dict[str, Callable[[], Any]] = {}
        self.raises: dict[str, Exception] = {}

    def say(self, what: str) -> None:
        self.log.append(what)
        if what in self.raises:
            raise self.raises[what]

    async def wait(self, name: str) -> None:
        if name in self.gates:
            await self.gates[name]()

    def validate(self) -> None:
        self.say(f"validate {self.name}")

    def binding(self, player: UUID) -> Binding | None:
        self.say(f"binding {self.name}")
        return lambda change: change.put(DIARY, self.name) and None

    def session(self, player: UUID, instance: str, store: PlayerStore) -> PlayerSession:
        return Session(self, instance)

    def tick(self, now: float) -> None:
        self.say(f"tock {self.name}")

    def close(self) -> None:
        self.say(f"shut {self.name}")


def _runtime(context: ModuleContext) -> Runtime:
    context.get(LOG).append(f"runtime {context.id()}")
    return Runtime(context.get(LOG), context.id())


class Looker(ToolModule, frozen=True):
    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        context.get(LOG).append(f"tools {context.id()}")
        return (Counter().reader(),)


class Greeter(WorkflowModule, frozen=True):
    needs: bool = False
    missing: bool = False

    def available(self, services: Services) -> bool:
        return not self.missing

    def workflows(self, context: ModuleContext) -> tuple[AnyWorkflow, ...]:
        context.get(LOG).append(f"workflows {context.id()}")
        required = (context.tool(READ),) if self.needs else ()
        return (workflow("test:greet", required=required),)

    def runtime(self, context: ModuleContext) -> PlayerModule | None:
        return _runtime(context)


class Signin(SharedModule, frozen=True):
    def storages(self) -> tuple[Ledger[Any], ...]:
        return (DIARY,)

    def server_commands(self, context: ModuleContext) -> Mapping[str, Order]:
        async def run(executor: Executor, words: Sequence[str]) -> Lines:
            return (phrase("test.signed", module=context.id()),)

        return {"signin": Order(run, "signin")}

    def runtime(self, context: ModuleContext) -> PlayerModule | None:
        return context.shared_runtime(Runtime, lambda: _runtime(context))


class Rival(Signin, frozen=True):
    """Wants the command that another type has."""


class Usage(CoreModule, frozen=True):
    pass


class Shop(CatalogModule, frozen=True):
    CATALOG: ClassVar[str] = "system:shop_offers"
    PARAMETER: ClassVar[str] = "offers"

    offers: tuple[IdOrTag, ...] | None = None


class Fails(WorkflowModule, frozen=True):
    def runtime(self, context: ModuleContext) -> PlayerModule | None:
        raise ValueError("no runtime today")


def module_types() -> ModuleTypes:
    return ModuleTypes(
        [
            ("test:looker", Looker),
            ("test:greeter", Greeter),
            ("test:signin", Signin),
            ("test:rival", Rival),
            ("test:usage", Usage),
            ("test:shop", Shop),
            ("test:fails", Fails),
        ]
    )


def pack(**files: Any) -> Pack:
    """A pack; keys are `a__b__c` for `a/b/c.json`, or a whole path, values are objects or bytes."""
    return {
        f"{name.replace('__', '/')}.json": one
        if isinstance(one, bytes)
        else msgspec.json.encode(one)
        for name, one in files.items()
    }


def modules(**servers: Any) -> dict[str, Any]:
    """Module files of the namespace `a`: path to the `server` object, or None for client-only."""
    return {
        f"a__system__system_module__{name}": (
            {"client": "a:page"}
            if server is None
            else {"server": {"type": server} if isinstance(server, str) else server}
        )
        for name, server in servers.items()
    }


def system(*references: Any, name: str = "main") -> dict[str, Any]:
    """A system file `a:<name>`."""
    return {
        f"a__system__system__{name}": {
            "name": "system.a.name",
            "description": "system.a.description",
            "modules": list(references),
        }
    }


class World:
    """An installation over packs of the test's own."""

    def __init__(self, *packs: Pack, listeners: Listeners | None = None) -> None:
        self.rig = Rig()
        self.log: list[str] = []
        self.services = Services()
        self.services.put(LOG, self.log)
        self.data: WorldData = read_world(packs)
        self._listeners = listeners or Listeners()

    def install(self) -> Installation:
        return install(self.rig.engine, self.data, module_types(), self.services, self._listeners)
