"""Looking on the web: a page that begins a question which may leave this computer.

The command it begins is `system:search`, so leave is given by the player's own words and for this
one question (WEB-010). The engine offers the entry only where the module is on.
"""

from __future__ import annotations

from companion.client.contributions.contribution import (
    Contribution,
    Doing,
    Style,
    Tool,
    WorkbenchEntry,
    Workspace,
)
from companion.language.phrase import phrase


class WebSearch:
    """A page with one tool."""

    def register(self) -> Contribution:
        """Declare."""
        label = phrase("client.entry.web_search")
        tool = Tool("ask", phrase("client.web_search.ask"), _begin, "world")
        page = Workspace(label, (phrase("client.web_search.hint"),), (tool,))
        entry = WorkbenchEntry("system:web_search", label, "world", Style.PAGE, _begin, page)
        return Contribution("system:web_search", entries=(entry,))


def _begin(doing: Doing) -> None:
    """Leave the command in the send box; what to ask is the player's to say."""
    doing.draft("/search ")
