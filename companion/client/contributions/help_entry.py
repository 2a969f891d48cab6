"""What the companion can do, told at every click."""

from __future__ import annotations

from companion.client.contributions.contribution import Contribution, Style, WorkbenchEntry
from companion.language.phrase import phrase


class Help:
    """An instant entry."""

    def register(self) -> Contribution:
        """Declare."""
        entry = WorkbenchEntry(
            "system:help",
            phrase("client.entry.help"),
            "help",
            Style.INSTANT,
            lambda doing: doing.ask("/help"),
        )
        return Contribution("system:help", entries=(entry,))
