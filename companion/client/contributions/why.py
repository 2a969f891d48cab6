"""Why the companion is silent. Resident."""

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


class Why:
    """The why-silent panel."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:why",
            is_resident=True,
            entries=(
                WorkbenchEntry(
                    "system:why",
                    phrase("client.entry.why"),
                    "warning",
                    Style.SETTINGS,
                    _open,
                ),
            ),
            commands=(LocalCommand(("why",), phrase("client.command.why"), _open),),
        )


def _open(doing: _Doing) -> None:
    doing.go(PageName.WHY)
