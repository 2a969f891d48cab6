"""What a player may know about themselves."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.language.phrase import Phrase, literal
from companion.protocol.cards.builder import CardBuilder, SpeechContent
from companion.protocol.cards.card import Card
from companion.protocol.cards.item import ItemPreview

MOST_ROWS = 32
"""Rows of a snapshot (PLAYER-002)."""


class PlayerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row: what it is, how it stands, more about it (PLAYER-003)."""

    label: Phrase
    value: Phrase
    tooltip: Phrase = Phrase()


class PlayerSnapshotOutput(Card, frozen=True, tag="system:player"):
    """A player's own state.

    Attributes:
        player: Name.
        rows: In the order of their definition.
        inventory: What they carry, where the link can see it.
        spoken: What is said about it.
    """

    player: str
    rows: Annotated[tuple[PlayerRow, ...], msgspec.Meta(max_length=MOST_ROWS)]
    inventory: tuple[ItemPreview, ...] = ()
    spoken: tuple[Phrase, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the rows out as a table, the inventory below."""
        title = literal(self.player)
        return CardBuilder(
            template="system:player",
            text=title,
            arguments={"title": title, "player": self.player},
            lists={"rows": self.rows, "inventory": self.inventory},
            speech=SpeechContent(self.spoken),
        )
