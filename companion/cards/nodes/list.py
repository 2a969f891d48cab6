"""Node `list`: lines of a card's list, with a bullet or a number in front; pages if asked to."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from companion.cards.binding import Context, fill_plain, label_of, styled, words
from companion.cards.nodes.entries import choice_at, field_of, text_of
from companion.cards.nodes.node import Node, bind_choice
from companion.cards.nodes.text import line_text
from companion.cards.paging import page_of
from companion.cards.rows_told import aloud, row_line
from companion.cards.view import BoundEntry, BoundList
from companion.protocol.cards.item import ItemPreview

MOST_LINES = 100


class ListNode(Node[BoundList], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Lines of text.

    Attributes:
        source: Name of a list of texts, or of records.
        text: Field of a record that is written; empty for a list of texts.
        detail: Field that stands smaller below it.
        icon: Field that holds an item, or a list whose first item stands in front.
        mark: What stands in front of a line without an icon.
        page_size: Lines a page; 0 shows all, at most 100.
        choices: Whether the card's numbered rows belong to these entries.
        empty: What to say when there is no line.
    """

    binds = BoundList
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    text: str = ""
    detail: str = ""
    icon: str = ""
    mark: Literal["bullet", "number", "none"] = "bullet"
    page_size: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    choices: bool = False
    empty: str = ""

    def turning(self) -> int:
        """One where it has pages."""
        return int(self.page_size > 0)

    def entry_names(self) -> tuple[tuple[str, str], ...]:
        """What is written of each entry."""
        return tuple((name, getattr(self, name)) for name in ("text", "detail", "icon"))

    def bind(self, context: Context) -> BoundList | None:
        """Bind the visible page."""
        entries = context.list_of(self.source)
        size = self.page_size or MOST_LINES
        page = page_of(len(entries), size, context.page if self.page_size else 0)
        shown = tuple(
            self._entry(entries[index], index, len(entries), index - page.start + 1, context)
            for index in range(page.start, page.stop)
        )
        empty = "" if entries else fill_plain(self.empty, context)
        if not shown and not empty:
            return None
        pages = page.pages if self.page_size else 1
        return BoundList(shown, self.mark, page.start + 1, page.index, pages, empty)

    @classmethod
    def plain(cls, bound: BoundList) -> tuple[str, ...]:
        """A line each, with its mark."""
        if not bound.entries:
            return (bound.empty,)
        return tuple(
            row_line(_mark(bound, entry, place), words(entry.line), entry.detail)
            for place, entry in enumerate(bound.entries, bound.first)
        )

    @classmethod
    def spoken(cls, bound: BoundList) -> tuple[str, ...]:
        """The lines, with a pause before the detail."""
        return tuple(aloud(line).removeprefix("- ") for line in cls.plain(bound))

    def _entry(
        self, entry: object, index: int, rows: int, position: int, context: Context
    ) -> BoundEntry:
        choice = choice_at(index, rows, context) if self.choices else None
        bound = bind_choice(choice, position, context) if choice else None
        detail = text_of(entry, self.detail, context) if self.detail else ""
        return BoundEntry(
            styled(self._text(entry, context).replace("\n", " ")),
            label_of(detail, context.translations),
            self._icon(entry) if self.icon else None,
            bound if bound and (bound.enabled or context.waiting) else None,
        )

    def _text(self, entry: object, context: Context) -> str:
        if self.text:
            return text_of(entry, self.text, context)
        return line_text(entry, self.source, context)

    def _icon(self, entry: object) -> ItemPreview | None:
        held = field_of(entry, self.icon)
        first = held[0] if isinstance(held, tuple) and held else held
        return first if isinstance(first, ItemPreview) else None


def _mark(bound: BoundList, entry: BoundEntry, place: int) -> str:
    if entry.choice is not None:
        return f"{entry.choice.number}. "
    return {"bullet": "- ", "number": f"{place}. "}.get(bound.mark, "")
