"""Candidates for a sentence that was not understood for sure (CARD-063)."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    CardChoice,
    ServerAction,
    SpeechContent,
)


class Candidate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that may have been meant."""

    label: Phrase
    action: ServerAction


class SelectionCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:selection"
):
    """A question with candidate actions as buttons."""

    prompt: Phrase
    candidates: tuple[Candidate, ...]
    spoken: tuple[Phrase, ...]

    def build_card(self) -> CardBuilder:
        """Lay the candidates out as buttons that are numbered choices as well."""
        return CardBuilder(
            template="system:selection",
            text=self.prompt,
            arguments={"prompt": self.prompt},
            buttons=tuple(
                CardButton(f"candidate_{n}", c.label, c.action)
                for n, c in enumerate(self.candidates, 1)
            ),
            choices=tuple(
                CardChoice(n, c.label, c.action) for n, c in enumerate(self.candidates, 1)
            ),
            speech=SpeechContent(self.spoken),
        )
