"""Putting a world's modules into an engine, in order, and taking them out again."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.modules.commands import OwnedOrder, commands_of
from companion.engine.modules.context import (
    ModuleContext,
    Registration,
    ServiceListener,
    Services,
    SharedRuntimes,
)
from companion.engine.modules.kinds import (
    CatalogModule,
    CoreModule,
    ModuleTypes,
    ServerModule,
    ToolModule,
    WorkflowModule,
)
from companion.engine.modules.player_module import PlayerModule
from companion.engine.modules.tags import chosen
from companion.engine.modules.world_data import WorldData
from companion.engine.storage.ledger import Ledger

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Listeners:
    """What extensions do while modules are installed.

    Attributes:
        services: Offer services, before any module is installed.
        registrations: Add workflows and tools, after all modules are.
    """

    services: tuple[ServiceListener, ...] = ()
    registrations: tuple[Registration, ...] = ()


@dataclass(slots=True)
class Installation:
    """What was installed; fixed while the world is open (MOD-062).

    Attributes:
        data: Instances and systems of the world.
        modules: Instance id to its type with parameters; unavailable ones are left out.
        runtimes: Instance id to its runtime; several may share one.
        storages: Ledgers, each once.
        commands: Administration commands by name, each once.
    """

    data: WorldData
    modules: Mapping[str, ServerModule]
    runtimes: dict[str, PlayerModule] = field(default_factory=dict)
    storages: tuple[Ledger[Any], ...] = ()
    commands: Mapping[str, OwnedOrder] = field(default_factory=dict)

    @property
    def core(self) -> frozenset[str]:
        """Instances that are on for every bound player."""
        return frozenset(
            name for name, kind in self.modules.items() if isinstance(kind, CoreModule)
        )

    @property
    def instances(self) -> tuple[str, ...]:
        """Everything a player may have: installed modules, and entries of the client alone."""
        alone = {name for name, entry in self.data.entries.items() if entry.server is None}
        return tuple(sorted({*self.modules, *alone}))

    def distinct_runtimes(self) -> tuple[PlayerModule, ...]:
        """Runtimes in the order they were made, each once however many instances share it."""
        return tuple({id(one): one for one in self.runtimes.values()}.values())

    def chosen_entries(
        self,
        catalog: str,
        enabled: Iterable[str],
        tags: Mapping[str, tuple[str, ...]],
        known: Sequence[str],
    ) -> tuple[str, ...]:
        """What a player's instances choose of a catalog together, in the catalog's order (MOD-016).

        Raises:
            ValueError: An instance names an entry or a tag that does not exist.
        """
        found: set[str] = set()
        for name in enabled:
            kind = self.modules.get(name)
            if isinstance(kind, CatalogModule) and catalog == kind.CATALOG:
                found.update(chosen(kind.selection, tags, known))
        return tuple(entry for entry in known if entry in found)

    def close(self) -> None:
        """Close runtimes, last one first; one that fails, fails alone."""
        _close(self.distinct_runtimes())
        self.runtimes.clear()


def install(
    engine: AgentEngine,
    data: WorldData,
    types: ModuleTypes,
    services: Services,
    listeners: Listeners = Listeners(),
) -> Installation:
    """Install a world's modules: tools, then workflows, then runtimes.

    The engine is not started here; `AgentEngine.start` comes next, then `validate`.

    Raises:
        ValueError: Data or declarations do not fit together. What was made is closed again.
    """
    shared = SharedRuntimes()
    root = ModuleContext(engine, data, services, shared)
    for listen in listeners.services:
        listen(root)
    made = Installation(data, _read_modules(data, types, services))
    contexts = {name: root.of(name) for name in made.modules}
    try:
        _install_tools(engine, made, contexts)
        _install_workflows(engine, made, contexts)
        for name, kind in made.modules.items():
            runtime = kind.runtime(contexts[name])
            if runtime is not None:
                made.runtimes[name] = runtime
        for register in listeners.registrations:
            register(engine)
        made.storages = _storages(made.modules.values())
        made.commands = commands_of(made.modules, contexts)
    except BaseException:
        _close({id(one): one for one in (*made.distinct_runtimes(), *shared.in_order())}.values())
        raise
    return made


def validate(made: Installation) -> None:
    """Have each runtime check what it refers to, once, after everything is installed.

    Raises:
        ValueError: Something does not hold; all runtimes were closed.
    """
    try:
        for runtime in made.distinct_runtimes():
            runtime.validate()
    except BaseException:
        made.close()
        raise


def _read_modules(
    data: WorldData, types: ModuleTypes, services: Services
) -> Mapping[str, ServerModule]:
    """The world's server modules by id; those that lack an optional dependency are left out."""
    found: dict[str, ServerModule] = {}
    for name, entry in data.entries.items():
        if entry.server is None:
            continue
        try:
            kind = types.read(entry.server)
        except ValueError as error:
            raise ValueError(f"module {name}: {error}") from error
        if kind.available(services):
            found[name] = kind
        else:
            logger.info("module %s is left out: what it needs is not there", name)
    return found


def _install_tools(
    engine: AgentEngine, made: Installation, contexts: Mapping[str, ModuleContext]
) -> None:
    for name, kind in made.modules.items():
        if isinstance(kind, ToolModule):
            engine.tools.add(name, kind.tools(contexts[name]), exported=True)
    for name, kind in made.modules.items():
        if isinstance(kind, WorkflowModule):
            engine.tools.add(name, kind.exports(contexts[name]), exported=True)


def _install_workflows(
    engine: AgentEngine, made: Installation, contexts: Mapping[str, ModuleContext]
) -> None:
    for name, kind in made.modules.items():
        if isinstance(kind, WorkflowModule):
            for workflow in kind.workflows(contexts[name]):
                _register(engine, name, workflow)


def _register(engine: AgentEngine, owner: str, workflow: AnyWorkflow) -> None:
    try:
        engine.register_module(workflow, owner)
    except (ValueError, TypeError) as error:
        raise ValueError(f"module {owner}: {error}") from error


def _storages(modules: Iterable[ServerModule]) -> tuple[Ledger[Any], ...]:
    """Every ledger once; two that share owner and kind must be the same object.

    Raises:
        ValueError: They are not.
    """
    found: dict[tuple[str, str], Ledger[Any]] = {}
    for ledger in (ledger for kind in modules for ledger in kind.storages()):
        key = (ledger.owner, ledger.kind)
        if found.setdefault(key, ledger) is not ledger:
            raise ValueError(f"{ledger.kind} of {ledger.owner} is declared twice")
    return tuple(found.values())


def _close(runtimes: Iterable[PlayerModule]) -> None:
    for runtime in reversed(tuple(runtimes)):
        try:
            runtime.close()
        except Exception as error:  # noqa: BLE001 - the others still have to close
            logger.error("a module did not close: %s", type(error).__name__)
