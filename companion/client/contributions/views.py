"""Full and simple mode by command. Resident."""

from __future__ import annotations

from companion.client.contributions.contribution import Contribution, LocalCommand
from companion.language.phrase import phrase
from companion.protocol.responses import View


class Views:
    """`/simple` and `/full`, also behind `/system`."""

    def register(self) -> Contribution:
        """Declare."""
        return Contribution(
            "system:views",
            is_resident=True,
            commands=(*_of("simple", View.SIMPLE), *_of("full", View.FULL)),
        )


def _of(word: str, view: View) -> tuple[LocalCommand, ...]:
    does = phrase(f"client.command.{word}")
    return tuple(
        LocalCommand(words, does, lambda doing: doing.show(view))
        for words in ((word,), ("system", word))
    )
