"""Talking to the companion: commands about the conversation. Resident.

Full mode always shows the log, so that there is no entry for it (CLIENT-040).
"""

from __future__ import annotations

from companion.client.contributions.contribution import Contribution, LocalCommand
from companion.language.phrase import phrase


class Chat:
    """Stop and forget, without the engine's understanding."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:chat",
            is_resident=True,
            commands=(
                LocalCommand(("stop",), phrase("client.command.stop"), lambda doing: doing.stop()),
                LocalCommand(
                    ("forget",), phrase("client.command.forget"), lambda doing: doing.forget()
                ),
            ),
        )
