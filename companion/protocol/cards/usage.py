"""What was used of paid services, and what it cost."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import CardBuilder, CardButton, SpeechContent
from companion.protocol.cards.card import Card


class UsagePoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bar of the chart: its label, its value, the value in words."""

    label: str
    value: float
    words: str


class UsageRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One service: what was used, and its price, or that nobody knows it."""

    label: Phrase
    used: Phrase
    price: Phrase = Phrase()


class UsageOutput(Card, frozen=True, tag="system:usage"):
    """Use over some time.

    Attributes:
        period: In words, such as "This month".
        rows: By service.
        points: By day.
        used, quota: Calls of today and how many there may be; no quota where it is 0.
        spoken: What is said about it.
        actions: Such as another period.
    """

    period: Phrase
    rows: tuple[UsageRow, ...]
    points: tuple[UsagePoint, ...] = ()
    used: int = 0
    quota: int = 0
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay quota, chart and table out."""
        return CardBuilder(
            template="system:usage",
            text=phrase("card.usage.title"),
            arguments={
                "title": phrase("card.usage.title"),
                "period": self.period,
                "used": self.used,
                "quota": self.quota,
            },
            lists={"rows": self.rows, "points": self.points},
            buttons=self.actions,
            speech=SpeechContent(self.spoken),
        )
