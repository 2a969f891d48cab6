"""The two caches of declarations: BINDINGS (pages and card actions) and COMMAND (local commands).

Built lazily on first use, each build visiting every client module once; cleared together at logout
and when language or definitions change. Permissions, open pages and templates are not in them, and
nothing here has a timer (CLIENT-019 to CLIENT-026). One thread owns one.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.client.contributions.contribution import (
    Contribution,
    LocalCallback,
    LocalCommand,
    WorkbenchEntry,
)
from companion.client.contributions.registry import ClientModules
from companion.protocol.responses import ClientModule as Definition

logger = logging.getLogger(__name__)

Definitions = tuple[Definition, ...]
LOCAL: Definitions = ()
"""What is defined where there is no connection: nothing but what is resident."""


@dataclass(frozen=True, slots=True)
class Bound:
    """One thing that was declared, and which configurations stand behind it.

    Attributes:
        configurations: Ids of the world's modules that name its client module (CLIENT-031).
        is_resident: Whether it needs none of them.
    """

    entry: WorkbenchEntry
    configurations: tuple[str, ...]
    is_resident: bool


@dataclass(frozen=True, slots=True)
class BoundCommand:
    """A local command, and which configurations stand behind it."""

    command: LocalCommand
    configurations: tuple[str, ...]
    is_resident: bool


@dataclass(frozen=True, slots=True)
class BoundAction:
    """A local card action, and which configurations stand behind it."""

    run: LocalCallback
    configurations: tuple[str, ...]
    is_resident: bool


@dataclass(frozen=True, slots=True)
class Bindings:
    """BINDINGS: entries, larger order first, and local card actions by name."""

    entries: tuple[Bound, ...] = ()
    actions: Mapping[str, BoundAction] | None = None


class Contributions:
    """Lazily built, frozen declarations for one set of definitions and one language.

    Attributes:
        builds: How often the modules were visited; for tests and the log.
    """

    def __init__(self, modules: ClientModules | None = None) -> None:
        self._modules = ClientModules() if modules is None else modules
        self._key: tuple[Definitions, str] = (LOCAL, "")
        self._bindings: Bindings | None = None
        self._commands: tuple[BoundCommand, ...] | None = None
        self.builds = 0

    def use(self, definitions: Definitions, locale: str) -> bool:
        """State what holds; whether that is news, which clears both caches.

        Args:
            definitions: What the connection told; `LOCAL` where there is none.
            locale: Language of the interface's labels.
        """
        shape = tuple(replace_enabled(one) for one in definitions)
        if (shape, locale) == self._key:
            return False
        self.clear()
        self._key = (shape, locale)
        return True

    def clear(self) -> None:
        """Forget both caches: the player logged out."""
        self._key = (LOCAL, "")
        self._bindings = self._commands = None

    @property
    def bindings(self) -> Bindings:
        """BINDINGS."""
        if self._bindings is None:
            self._bindings = _bindings(self._visit(), self._key[0])
        return self._bindings

    @property
    def commands(self) -> tuple[BoundCommand, ...]:
        """COMMAND."""
        if self._commands is None:
            self._commands = _commands(self._visit(), self._key[0])
        return self._commands

    def _visit(self) -> tuple[Contribution, ...]:
        """Ask every client module once; one that fails is left out alone."""
        self.builds += 1
        found = []
        for name, module in self._modules:
            try:
                found.append(replace(module.register(), id=name))
            except Exception:
                logger.exception("client module %s declares nothing", name)
        return tuple(found)


def replace_enabled(definition: Definition) -> Definition:
    """A definition without the player's right, which is never cached."""
    return Definition(definition.id, definition.client, definition.order)


def _bindings(contributions: Iterable[Contribution], definitions: Definitions) -> Bindings:
    entries: list[Bound] = []
    actions: dict[str, BoundAction] = {}
    for one in contributions:
        named = _named(one, definitions)
        if not named and not one.is_resident:
            continue
        ids = tuple(definition.id for definition in named)
        for entry in one.entries:
            order = max((definition.order for definition in named), default=entry.order)
            entries.append(Bound(replace(entry, order=order), ids, one.is_resident))
        for name, run in one.actions.items():
            actions.setdefault(name, BoundAction(run, ids, one.is_resident))
    entries.sort(key=lambda bound: -bound.entry.order)  # stable: ties keep their order
    return Bindings(tuple(entries), actions)


def _commands(
    contributions: Iterable[Contribution], definitions: Definitions
) -> tuple[BoundCommand, ...]:
    found = []
    for one in contributions:
        ids = tuple(definition.id for definition in _named(one, definitions))
        if ids or one.is_resident:
            found += [BoundCommand(command, ids, one.is_resident) for command in one.commands]
    return tuple(found)


def _named(one: Contribution, definitions: Definitions) -> Definitions:
    return tuple(definition for definition in definitions if definition.client == one.id)
