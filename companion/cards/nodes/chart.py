"""Node `chart`: bars or a line, with a table of the same behind it."""

from __future__ import annotations

import math
from typing import Annotated, ClassVar, Literal

import msgspec

from companion.cards.binding import Context, broken, fill_plain, label_of
from companion.cards.nodes.entries import field_of, text_of
from companion.cards.nodes.node import Node
from companion.cards.reasons import reason
from companion.cards.view import BoundChart, BoundPoint

MOST_POINTS = 64


class ChartNode(Node[BoundChart], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Numbers as a picture.

    Attributes:
        source: Name of a list.
        label, value, words: Fields of its entries: the label, the number, the number in words.
        title: Text with places.
        kind: `bar` or `line`.
        most: Most points; the last ones are kept.
    """

    binds = BoundChart
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    label: str = "label"
    value: str = "value"
    words: str = "words"
    title: str = ""
    kind: Literal["bar", "line"] = "bar"
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_POINTS)] = 31

    def entry_names(self) -> tuple[tuple[str, str], ...]:
        """What is written of each entry."""
        return tuple((name, getattr(self, name)) for name in ("label", "value", "words"))

    def bind(self, context: Context) -> BoundChart | None:
        """Bind the points; a chart of none is left out."""
        points = tuple(
            self._point(entry, context) for entry in context.list_of(self.source)[-self.most :]
        )
        return BoundChart(self.kind, fill_plain(self.title, context), points) if points else None

    @classmethod
    def plain(cls, bound: BoundChart) -> tuple[str, ...]:
        """A line a point."""
        title = (bound.title,) if bound.title else ()
        return (*title, *(f"- {point.label}: {point.words}" for point in bound.points))

    @classmethod
    def spoken(cls, bound: BoundChart) -> tuple[str, ...]:
        """The title, and the highest and the last point: nobody listens to a table."""
        top = max(bound.points, key=lambda point: point.value)
        told = dict.fromkeys((top, bound.points[-1]))
        return (bound.title, *(f"{point.label}: {point.words}" for point in told))

    def _point(self, entry: object, context: Context) -> BoundPoint:
        value = field_of(entry, self.value)
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise broken(
                reason("source_no_number", source=repr(self.source), name=repr(self.value))
            )
        texts = context.translations
        return BoundPoint(
            label_of(text_of(entry, self.label, context), texts),
            max(0.0, float(value)),
            label_of(text_of(entry, self.words, context), texts),
        )
