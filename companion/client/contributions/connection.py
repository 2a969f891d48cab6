"""Servers and accounts, and pairing with them. Resident."""

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


class ConnectionEntry:
    """The connection page."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:connection",
            is_resident=True,
            entries=(
                WorkbenchEntry(
                    "system:connection",
                    phrase("client.entry.connection"),
                    "world",
                    Style.SETTINGS,
                    _open,
                ),
            ),
            commands=(LocalCommand(("connection",), phrase("client.command.connection"), _open),),
        )


def _open(doing: _Doing) -> None:
    doing.go(PageName.CONNECTION)
