"""The first start again, by `/setup`. Resident."""

from __future__ import annotations

from companion.client.contributions.contribution import Contribution, LocalCommand
from companion.client.contributions.contribution import Doing as _Doing
from companion.client.navigation import PageName
from companion.language.phrase import phrase


class FirstStart:
    """No entry of its own: who is set up needs none."""

    def register(self) -> Contribution:
        """Declare."""
        does = phrase("client.command.setup")
        return Contribution(
            "system:first_start",
            is_resident=True,
            commands=(LocalCommand(("setup",), does, _open),),
        )


def _open(doing: _Doing) -> None:
    doing.go(PageName.FIRST_START)
