"""The shop: its shelf, and the quote before something is bought."""

from __future__ import annotations

from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    LocalAction,
    Placement,
    SpeechContent,
)
from companion.protocol.cards.card import Card
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.offer import OfferCategory, OfferCell, cell_rows


class ShopCatalogOutput(Card, frozen=True, tag="system:shop"):
    """Offers that a player may see.

    Attributes:
        offers: The cells; their actions hold the version of the catalog (CARD-012).
        categories: Buttons above the shelf; none for a single shelf.
        balance: What the player has, in words; empty where there is no money.
        spoken: What is said about them.
        actions: Such as the next batch.
    """

    offers: tuple[OfferCell, ...]
    categories: tuple[OfferCategory, ...] = ()
    balance: Phrase = Phrase()
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the offers out."""
        return CardBuilder(
            template="system:shop",
            text=phrase("card.shop.title"),
            arguments={
                "title": phrase("card.shop.title"),
                "balance": self.balance,
                "count": len(self.offers),
            },
            lists={"offers": self.offers, "categories": self.categories},
            buttons=self.actions,
            choices=cell_rows(self.offers),
            speech=SpeechContent(self.spoken),
        )


class ShopQuoteOutput(Card, frozen=True, tag="system:shop_quote"):
    """What one purchase gives and costs, before it is confirmed; nothing here can be executed.

    Attributes:
        title: Name of the offer.
        items: What it gives.
        price: In words; beside `price_items` where it costs items.
        price_items: Items it costs, with what the player has.
        available: Whether it can be bought now (SHOP-015).
        reason: Why not, or what to know.
        valid: How long the quote is good for, in words (SHOP-008).
        confirm: Buys it; None where it cannot be bought.
        spoken: What is said about it.
    """

    title: Phrase
    items: tuple[ItemPreview, ...]
    available: bool
    price: Phrase = Phrase()
    price_items: tuple[ItemPreview, ...] = ()
    reason: Phrase = Phrase()
    valid: Phrase = Phrase()
    confirm: CardButton | None = None
    spoken: tuple[Phrase, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the quote out."""
        back = CardButton("back", phrase("button.back"), LocalAction("back"), Placement.FOOTER)
        return CardBuilder(
            template="system:shop_quote",
            text=self.title,
            arguments={
                "title": self.title,
                "price": self.price,
                "available": self.available,
                "reason": self.reason,
                "valid": self.valid,
            },
            lists={"items": self.items, "price_items": self.price_items},
            buttons=(self.confirm, back) if self.confirm else (back,),
            speech=SpeechContent(self.spoken),
        )
