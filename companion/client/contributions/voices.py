"""Voices and what speaks with them. Resident."""

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


class Voices:
    """The voices page."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:voices",
            is_resident=True,
            entries=(
                WorkbenchEntry(
                    "system:voices",
                    phrase("client.entry.voices"),
                    "voice",
                    Style.SETTINGS,
                    _open,
                ),
            ),
            commands=(LocalCommand(("voices",), phrase("client.command.voices"), _open),),
        )


def _open(doing: _Doing) -> None:
    doing.go(PageName.VOICES)
