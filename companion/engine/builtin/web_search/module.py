"""`system:web_search`: exports `web.search` and `web.fetch`, and provides nothing else (WEB-001).

No shipped tag has it: a data pack or an administrator grants it (WEB-002).
"""

from __future__ import annotations

from companion.engine.builtin.web_search.tools import fetch, search
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.kinds import ToolModule
from companion.engine.tools.registry import AnyTool
from companion.engine.web.access import WEB
from companion.engine.web.tool_types import WEB_FETCH, WEB_SEARCH

TYPE = "system:web_search"


class WebSearchModule(ToolModule, frozen=True):
    """No parameters."""

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """Both tools."""
        web, rights = context.get(WEB), context.engine.rights
        return (
            context.own_tool(WEB_SEARCH, lambda: search(web, rights)),
            context.own_tool(WEB_FETCH, lambda: fetch(web, rights)),
        )
