"""Cards that were pinned. Resident."""

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


class Pinned:
    """The page of pinned cards."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:pinned",
            is_resident=True,
            entries=(
                WorkbenchEntry(
                    "system:pinned",
                    phrase("client.entry.pinned"),
                    "pin",
                    Style.INSTANT,
                    _open,
                ),
            ),
            commands=(LocalCommand(("pinned",), phrase("client.command.pinned"), _open),),
        )


def _open(doing: _Doing) -> None:
    doing.go(PageName.PINNED)
