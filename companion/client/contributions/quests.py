"""The quest book: a page whose toolbar asks for lists of it, and for what is written in it.

Each is a command: it goes the way of cards' buttons, past every model (QUEST-089).
"""

from __future__ import annotations

from companion.client.contributions.contribution import (
    Callback,
    Contribution,
    Doing,
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
        guide = Tool("guide", phrase("client.quests.guide"), _begin_guide, "book")
        entry = WorkbenchEntry(
            "system:quests",
            phrase("client.entry.quests"),
            "quests",
            Style.PAGE,
            _asks("/quests"),
            Workspace(
                phrase("client.entry.quests"), (phrase("client.quests.hint"),), (*tools, guide)
            ),
        )
        return Contribution("system:quests", entries=(entry,))


_TOOLS = (
    ("open", "/quests", "quests"),
    ("next", "/next", "next"),
    ("claimable", "/claimable", "trophy"),
    ("submittable", "/submittable", "check"),
    ("gifts", "/gifts", "gift"),
)
"""Name, command, icon."""


def _asks(command: str) -> Callback:
    return lambda doing: doing.ask(command)


def _begin_guide(doing: Doing) -> None:
    """Leave the command in the send box; what to look up is the player's to say."""
    doing.draft("/guide ")
