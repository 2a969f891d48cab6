"""What one can say, as a card."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardChoice,
    ServerAction,
    SpeechContent,
)


class HelpLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence that works, what it does, and the action that does it."""

    say: Phrase
    does: Phrase
    action: ServerAction


class HelpCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:help"):
    """The sentences that the enabled modules answer to."""

    lines: tuple[HelpLine, ...]
    spoken: tuple[Phrase, ...]

    def build_card(self) -> CardBuilder:
        """Lay the sentences out as numbered choices."""
        return CardBuilder(
            template="system:help",
            text=phrase("card.help.title"),
            arguments={"title": phrase("card.help.title")},
            lists={"lines": self.lines},
            choices=tuple(
                CardChoice(number, line.say, line.action)
                for number, line in enumerate(self.lines, 1)
            ),
            speech=SpeechContent(self.spoken),
        )
