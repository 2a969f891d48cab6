"""The quest book: a page whose toolbar asks for lists of it."""

from __future__ import annotations

from companion.client.contributions.contribution import (
    Callback,
    Contribution,
    Style,
    Tool,
    WorkbenchEntry,
    Workspace,
)
from companion.language.phrase import phrase


class Quests:
    """Lists of quests by one click."""

    def register(self) -> Contribution:
        """Declare."""
        tools = tuple(
            Tool(name, phrase(f"client.quests.{name}"), _asks(command), icon)
            for name, command, icon in _TOOLS
        )
        entry = WorkbenchEntry(
            "system:quests",
            phrase("client.entry.quests"),
            "quests",
            Style.PAGE,
            _asks("/quests"),
            Workspace(phrase("client.entry.quests"), (phrase("client.quests.hint"),), tools),
        )
        return Contribution("system:quests", entries=(entry,))


_TOOLS = (("open", "/quests", "quests"), ("next", "/next", "next"), ("gifts", "/gifts", "gift"))
"""Name, command, icon."""


def _asks(command: str) -> Callback:
    return lambda doing: doing.ask(command)
