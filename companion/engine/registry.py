"""The features of the engine.

A new one: a folder in `builtin/` with a declaration and a module type, a line here, its example
sentences in `resources/routing/`, its instance in `resources/defaults/data/`.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.builtin.guide.module import GuideModule
from companion.engine.builtin.help.module import HelpModule
from companion.engine.builtin.items.module import ItemsModule
from companion.engine.builtin.knowledge.module import KnowledgeModule
from companion.engine.builtin.quests.module import QuestsModule
from companion.engine.builtin.web_search.module import TYPE as WEB_SEARCH
from companion.engine.builtin.web_search.module import WebSearchModule
from companion.engine.declared import DeclaredModule
from companion.engine.module import Module
from companion.engine.modules.kinds import ToolModule

TYPES: tuple[type[DeclaredModule], ...] = (
    QuestsModule,
    ItemsModule,
    GuideModule,
    KnowledgeModule,
    HelpModule,
)

TOOL_TYPES: Mapping[str, type[ToolModule]] = {WEB_SEARCH: WebSearchModule}
"""Module types that only export tools."""

MODULES: tuple[Module, ...] = tuple(kind.DECLARATION for kind in TYPES)
