"""Gifts for beginners, summed up in one card (QUEST-066)."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import CardBuilder, CardButton, SpeechContent
from companion.protocol.cards.card import Card
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.item import ItemPreview


class GiftGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One gift, without its quest's name or chapter.

    Attributes:
        quest: Id, 16 upper-case hex digits.
        claim_ref: What claims it; good for the connection.
        error: Why it could not be claimed the last time; empty otherwise.
    """

    quest: str
    claim_ref: str
    error: Phrase = Phrase()


class StarterGiftOutput(Card, frozen=True, tag="system:starter_gifts"):
    """Everything that the gifts give together.

    Attributes:
        items: Summed items.
        icons: Summed experience and levels.
        groups: The gifts; those that were claimed are gone from it (NOTE-021).
        spoken: What is said about them.
        actions: Such as the button that claims them all.
    """

    items: tuple[ItemPreview, ...]
    groups: tuple[GiftGroup, ...]
    icons: tuple[QuestIconOutput, ...] = ()
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the gifts out, each error once below them."""
        errors = {group.error.key or group.error.text: group.error for group in self.groups}
        return CardBuilder(
            template="system:starter_gifts",
            text=phrase("card.gifts.title"),
            arguments={"title": phrase("card.gifts.title"), "count": len(self.groups)},
            lists={
                "items": self.items,
                "icons": self.icons,
                "errors": tuple(error for name, error in errors.items() if name),
            },
            buttons=self.actions,
            speech=SpeechContent(self.spoken),
        )
