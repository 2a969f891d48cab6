"""Items that match a name or an id, as a shelf."""

from __future__ import annotations

from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    CardChoice,
    ServerAction,
    SpeechContent,
)
from companion.protocol.cards.card import Card
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ITEM_SOURCES
from companion.protocol.cards.rows import Rows


class ItemQueryOutput(Card, frozen=True, tag="system:item_query"):
    """A batch of matches.

    Attributes:
        query: What was looked for.
        items: At most 20 (ITEM-003).
        total: Matches in all batches.
        more: Asks for the next batch; it holds query and offset (CARD-012). None at the end.
        spoken: What is said about them.
    """

    query: str
    items: tuple[ItemPreview, ...]
    total: int = 0
    more: CardButton | None = None
    spoken: tuple[Phrase, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the items out; each shows its sources."""
        return CardBuilder(
            template="system:item_query",
            text=phrase("card.items.title", query=self.query),
            arguments={
                "title": phrase("card.items.title", query=self.query),
                "query": self.query,
                "count": max(self.total, len(self.items)),
                "nothing_found": Phrase()
                if self.items
                else phrase("card.items.none", query=self.query),
            },
            lists={"items": self.items},
            buttons=(self.more,) if self.more else (),
            choices=Rows(self.items, _row),
            speech=SpeechContent(self.spoken),
        )


def _row(place: int, item: ItemPreview) -> CardChoice:
    action = ServerAction(ITEM_SOURCES, {"item": item.item or item.name})
    return CardChoice(place, literal(item.name), action)
