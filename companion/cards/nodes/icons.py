"""Node `icons`: goals and rewards that are no items, as marks with words (CARD-039)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken, fill_plain, label_of, styled, words
from companion.cards.nodes.node import Node
from companion.cards.reasons import reason
from companion.cards.view import BoundIcon, BoundIcons
from companion.protocol.cards.icon import QuestIconOutput

MOST_ICONS = 60


class IconsNode(Node[BoundIcons], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Marks of a list of `QuestIconOutput`.

    Attributes:
        source: Name of the list.
        title: Text with places.
        most: Most marks shown.
    """

    binds = BoundIcons
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    title: str = ""
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_ICONS)] = MOST_ICONS

    def bind(self, context: Context) -> BoundIcons | None:
        """Bind the marks; none at all is left out."""
        entries = context.list_of(self.source)
        shown = tuple(bind_icon(_icon(entry), context) for entry in entries[: self.most])
        if not shown:
            return None
        return BoundIcons(fill_plain(self.title, context), shown, len(entries) - len(shown))

    @classmethod
    def plain(cls, bound: BoundIcons) -> tuple[str, ...]:
        """A line for the title and each mark."""
        more = (f"+{bound.more}",) if bound.more else ()
        lines = (f"- {_words(icon)}" for icon in bound.icons)
        return (*((bound.title,) if bound.title else ()), *lines, *more)

    @classmethod
    def spoken(cls, bound: BoundIcons) -> tuple[str, ...]:
        """The same without signs."""
        return tuple(line.removeprefix("- ") for line in cls.plain(bound))


def bind_icon(icon: QuestIconOutput, context: Context) -> BoundIcon:
    """A mark with its words; progress becomes an amount where there is none."""
    texts = context.translations
    amount = label_of(icon.amount, texts)
    counted = icon.total > 0
    if counted and not amount and icon.total > 1:
        amount = texts.text("card.progress", done=f"{icon.done:,}", total=f"{icon.total:,}")
    return BoundIcon(
        icon.type,
        styled(icon.text.replace("\n", " ")),
        amount,
        tuple(label_of(hint, texts) for hint in icon.hints[:16]),
        done=counted and icon.done >= icon.total,
        fraction=min(1.0, max(0.0, icon.done / icon.total)) if counted else -1.0,
    )


def _icon(entry: object) -> QuestIconOutput:
    if not isinstance(entry, QuestIconOutput):
        raise broken(reason("no_marks"))
    return entry


def _words(icon: BoundIcon) -> str:
    return words(icon.text) + (f" · {icon.amount}" if icon.amount else "")
