"""What speech, models and searches used, and what that cost. Resident."""

from __future__ import annotations

from companion.client.contributions.contribution import (
    Contribution,
    LocalCommand,
    Style,
    WorkbenchEntry,
)
from companion.client.contributions.contribution import Doing as _Doing
from companion.client.navigation import PageName
from companion.language.phrase import phrase


class Usage:
    """The usage page."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:usage",
            is_resident=True,
            entries=(
                WorkbenchEntry(
                    "system:usage",
                    phrase("client.entry.usage"),
                    "chart",
                    Style.SETTINGS,
                    _open,
                ),
            ),
            commands=(LocalCommand(("usage",), phrase("client.command.usage"), _open),),
        )


def _open(doing: _Doing) -> None:
    doing.go(PageName.USAGE)
