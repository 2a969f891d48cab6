"""Items: begins the command that looks one up, at every click."""

from __future__ import annotations

from companion.client.contributions.contribution import Contribution, Style, WorkbenchEntry
from companion.language.phrase import phrase


class Items:
    """An instant entry."""

    def register(self) -> Contribution:
        """Declare."""
        entry = WorkbenchEntry(
            "system:items",
            phrase("client.entry.items"),
            "item",
            Style.INSTANT,
            lambda doing: doing.draft("/items "),
        )
        return Contribution("system:items", entries=(entry,))
