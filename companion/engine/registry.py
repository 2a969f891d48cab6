"""The features of the engine.

A new one: a folder in `builtin/` with a declaration and a module type, a line here, its example
sentences in `resources/routing/`, its instance in `resources/defaults/data/`.
"""

from __future__ import annotations

from companion.engine.builtin.help.module import HelpModule
from companion.engine.builtin.items.module import ItemsModule
from companion.engine.builtin.quests.module import QuestsModule
from companion.engine.declared import DeclaredModule
from companion.engine.module import Module

TYPES: tuple[type[DeclaredModule], ...] = (QuestsModule, ItemsModule, HelpModule)

MODULES: tuple[Module, ...] = tuple(kind.DECLARATION for kind in TYPES)
