"""Operators' choices for one player: modules added to, and taken from, the bound system's."""

from __future__ import annotations

import msgspec

from companion.engine.storage.ledger import Ledger
from companion.protocol.limits import Identifier


class ModuleAccess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Overrides of a player; a module is in one of the two at most.

    Attributes:
        added: Modules that the system does not bring by itself.
        removed: Modules of the system that this player does not get.
    """

    added: tuple[Identifier, ...] = ()
    removed: tuple[Identifier, ...] = ()

    def with_module(self, module: str) -> ModuleAccess:
        """These overrides with a module added."""
        removed = tuple(other for other in self.removed if other != module)
        return ModuleAccess(tuple(sorted({*self.added, module})), removed)

    def without_module(self, module: str) -> ModuleAccess:
        """These overrides with a module removed."""
        added = tuple(other for other in self.added if other != module)
        return ModuleAccess(added, tuple(sorted({*self.removed, module})))

    def cleared(self, module: str) -> ModuleAccess:
        """These overrides without a word on a module."""
        return ModuleAccess(
            tuple(other for other in self.added if other != module),
            tuple(other for other in self.removed if other != module),
        )


MODULE_ACCESS = Ledger("system:core", "system:module_access", ModuleAccess, ModuleAccess)
"""Kept with the player: it survives a restart and goes with a revoke (MOD-044)."""
