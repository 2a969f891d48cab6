"""Settings, from the corner, from `/settings` and from `/system settings`. Resident."""

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


class SettingsEntry:
    """The settings page."""

    def register(self) -> Contribution:
        """Declare."""
        does = phrase("client.command.settings")
        return Contribution(
            "system:settings",
            is_resident=True,
            entries=(
                WorkbenchEntry(
                    "system:settings",
                    phrase("client.entry.settings"),
                    "settings",
                    Style.SETTINGS,
                    _open,
                ),
            ),
            commands=(
                LocalCommand(("settings",), does, _open),
                LocalCommand(("system", "settings"), does, _open),
            ),
        )


def _open(doing: _Doing) -> None:
    doing.go(PageName.SETTINGS)
