"""Putting the visible notification away, also without a server (NOTE-017). Resident."""

from __future__ import annotations

from companion.client.contributions.contribution import Contribution, LocalCommand
from companion.language.phrase import phrase


class Dismissal:
    """Dismiss by command and by card action."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:dismissal",
            is_resident=True,
            commands=(
                LocalCommand(
                    ("dismiss",), phrase("client.command.dismiss"), lambda doing: doing.dismiss()
                ),
            ),
            actions={"system:dismiss": lambda doing, arguments: doing.dismiss()},
        )
