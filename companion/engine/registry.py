"""The features of the engine.

A new one: a folder in `builtin/` with a declaration and a module type, a line here, its example
sentences in `resources/routing/`, its instance in `resources/defaults/data/`. One whose type is no
`DeclaredModule` has its line in the second table.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.builtin.binding.module import TYPE as BINDING
from companion.engine.builtin.binding.module import BindingModule
from companion.engine.builtin.core.module import TYPE as CORE
from companion.engine.builtin.core.module import CoreSystemModule
from companion.engine.builtin.demo_play.module import DemoPlayModule
from companion.engine.builtin.guide.module import GuideModule
from companion.engine.builtin.help.module import HelpModule
from companion.engine.builtin.items.module import ItemsModule
from companion.engine.builtin.knowledge.module import KnowledgeModule
from companion.engine.builtin.quests.module import QuestsModule
from companion.engine.builtin.usage.module import TYPE as USAGE
from companion.engine.builtin.usage.module import UsageModule
from companion.engine.builtin.web_search.module import TYPE as WEB_SEARCH
from companion.engine.builtin.web_search.module import WebSearchModule
from companion.engine.declared import DeclaredModule
from companion.engine.module import Module
from companion.engine.modules.kinds import ServerModule

TYPES: tuple[type[DeclaredModule], ...] = (
    QuestsModule,
    ItemsModule,
    GuideModule,
    KnowledgeModule,
    DemoPlayModule,
    HelpModule,
)

FURTHER_TYPES: Mapping[str, type[ServerModule]] = {
    CORE: CoreSystemModule,
    BINDING: BindingModule,
    USAGE: UsageModule,
    WEB_SEARCH: WebSearchModule,
}
"""Module types that players have no actions of: infrastructure, and tools for others."""

MODULES: tuple[Module, ...] = tuple(kind.DECLARATION for kind in TYPES)
