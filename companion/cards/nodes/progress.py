"""Node `progress`: a bar with its words."""

from __future__ import annotations

import math
from typing import ClassVar

from companion.cards.binding import Context, Value, broken, fill_plain
from companion.cards.nodes.node import Node
from companion.cards.reasons import reason
from companion.cards.view import BoundProgress


class ProgressNode(Node[BoundProgress], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much of something is done.

    Attributes:
        done, total: Names of two numbers of the card.
        label: Text with places in front of the bar.
    """

    binds = BoundProgress
    names: ClassVar[tuple[str, ...]] = ("needs", "done", "total")

    done: str
    total: str
    label: str = ""

    def bind(self, context: Context) -> BoundProgress | None:
        """Divide; without a total there is no bar."""
        done, total = (_number(name, context) for name in (self.done, self.total))
        if total <= 0:
            return None
        words = context.translations.text(
            "card.progress", done=_grouped(done), total=_grouped(total)
        )
        fraction = min(1.0, max(0.0, done / total))
        return BoundProgress(fill_plain(self.label, context), fraction, words)

    @classmethod
    def plain(cls, bound: BoundProgress) -> tuple[str, ...]:
        """Label and words."""
        return (f"{bound.label}: {bound.words}" if bound.label else bound.words,)


def _number(name: str, context: Context) -> float:
    value: Value | None = context.values.get(name)
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    raise broken(reason("no_number", name=repr(name)))


def _grouped(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"
