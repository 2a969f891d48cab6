"""Past turns, to be read. Resident: a client shows them, an engine keeps them."""

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


class History:
    """The history page."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:history",
            is_resident=True,
            entries=(
                WorkbenchEntry(
                    "system:history",
                    phrase("client.entry.history"),
                    "calendar",
                    Style.INSTANT,
                    _open,
                ),
            ),
            commands=(LocalCommand(("history",), phrase("client.command.history"), _open),),
        )


def _open(doing: _Doing) -> None:
    doing.go(PageName.HISTORY)
