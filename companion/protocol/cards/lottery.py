"""The lottery: its pools, and one pool with the chance of every prize."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

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
from companion.protocol.cards.offer import OfferCell, cell_rows

MOST_PRIZES = 64
"""Prizes of a pool that a card carries (LOT-010)."""


class LotteryCatalogOutput(Card, frozen=True, tag="system:lottery"):
    """Pools that a player may draw from, in one card (LOT-007).

    Attributes:
        pools: The cells, with at most the two rarest prizes each; their actions hold the version
            of the catalog (LOT-008).
        spoken: What is said about them.
    """

    pools: tuple[OfferCell, ...]
    spoken: tuple[Phrase, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the pools out; button `pool.<index>` opens one, and so does its cell."""
        return CardBuilder(
            template="system:lottery",
            text=phrase("card.lottery.title"),
            arguments={"title": phrase("card.lottery.title"), "count": len(self.pools)},
            lists={"pools": self.pools},
            buttons=tuple(_pool_buttons(self.pools)),
            choices=cell_rows(self.pools),
            speech=SpeechContent(self.spoken),
        )


def _pool_buttons(pools: Sequence[OfferCell]) -> Sequence[CardButton]:
    return [
        CardButton(f"pool.{index}", pool.title, pool.action)
        for index, pool in enumerate(pools)
        if pool.action is not None
    ]


class LotteryPrize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prize and its weight among `total_weight` of its pool."""

    item: ItemPreview
    weight: Annotated[int, msgspec.Meta(ge=0)]


class LotteryPoolOutput(Card, frozen=True, tag="system:lottery_pool"):
    """One pool before a draw; nothing is drawn yet (LOT-011).

    Attributes:
        title: Name of the pool.
        prizes: At most 64, rarest first.
        total_weight: Of all prizes, those that are not shown included (LOT-010).
        total_prizes: How many there are.
        price: What a draw costs, in words.
        price_items: Items a draw costs.
        available: Whether the player can draw now.
        reason: Why not.
        valid: How long the quote is good for, in words.
        draw: Draws; None where the player cannot.
        spoken: What is said about it.
    """

    title: Phrase
    prizes: Annotated[tuple[LotteryPrize, ...], msgspec.Meta(max_length=MOST_PRIZES)]
    total_weight: int
    total_prizes: int = 0
    price: Phrase = Phrase()
    price_items: tuple[ItemPreview, ...] = ()
    available: bool = True
    reason: Phrase = Phrase()
    valid: Phrase = Phrase()
    draw: CardButton | None = None
    spoken: tuple[Phrase, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the prizes out with their chances."""
        back = CardButton("back", phrase("button.back"), LocalAction("back"), Placement.FOOTER)
        return CardBuilder(
            template="system:lottery_pool",
            text=self.title,
            arguments={
                "title": self.title,
                "price": self.price,
                "available": self.available,
                "reason": self.reason,
                "valid": self.valid,
                "count": max(self.total_prizes, len(self.prizes)),
            },
            lists={
                "prizes": tuple(self._cell(prize) for prize in self.prizes),
                "price_items": self.price_items,
            },
            buttons=(self.draw, back) if self.draw else (back,),
            speech=SpeechContent(self.spoken),
        )

    def _cell(self, prize: LotteryPrize) -> OfferCell:
        chance = phrase("card.lottery.chance", percent=chance_of(prize.weight, self.total_weight))
        return OfferCell(prize.item, Phrase(text=prize.item.name), lines=(chance,))


def chance_of(weight: int, total: int) -> str:
    """A chance in percent, with as many digits as it takes to be told from nothing."""
    share = 100 * weight / total if total > 0 else 0.0
    if share >= 10:
        return f"{share:.0f}"
    if share >= 1:
        return f"{share:.1f}".removesuffix(".0")
    return f"{share:.2g}" if share >= 0.001 or share == 0 else "<0.001"


class LotteryPrizeOutput(Card, frozen=True, tag="lottery_prize"):
    """A prize as older versions sent it; only decoded, for old history (CARD-065)."""

    title: Phrase
    items: tuple[ItemPreview, ...]
    spoken: tuple[Phrase, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay it out as any reward."""
        return CardBuilder(
            template="system:reward",
            text=self.title,
            arguments={"title": self.title, "line": Phrase()},
            lists={"items": self.items, "icons": ()},
        )
