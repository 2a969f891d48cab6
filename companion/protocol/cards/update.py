"""How a card reaches the client, changes and goes (CARD-019)."""

from __future__ import annotations

import msgspec

from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.ref import CardRef


class ShowCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="SHOW", tag_field="mode"
):
    """A new card, queued and spoken."""

    ref: CardRef
    data: CardData


class ReplaceCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="REPLACE", tag_field="mode"
):
    """New content for a card that is there; neither queued nor spoken again (CARD-024)."""

    ref: CardRef
    data: CardData


class RemoveCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="REMOVE", tag_field="mode"
):
    """The end of a card's display and speech (CARD-025)."""

    ref: CardRef


CardUpdate = ShowCard | ReplaceCard | RemoveCard
