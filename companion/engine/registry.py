"""The features of the engine.

A new one: a folder in `builtin/` with a `MODULE`, a line here, its example sentences in
`resources/routing/`.
"""

from __future__ import annotations

from companion.engine.builtin.help.module import MODULE as HELP
from companion.engine.builtin.items.module import MODULE as ITEMS
from companion.engine.builtin.quests.module import MODULE as QUESTS
from companion.engine.module import Module

MODULES: tuple[Module, ...] = (QUESTS, ITEMS, HELP)
