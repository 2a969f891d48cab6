"""Node `choices`: the card's numbered choices, with a line of detail where a list has one."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken, label_of
from companion.cards.nodes.node import Node, bind_choices
from companion.cards.paging import Page, page_of
from companion.cards.reasons import reason
from companion.cards.rows_told import aloud, row_line
from companion.cards.view import BoundChoices, BoundLine
from companion.language.phrase import Phrase


class ChoicesNode(Node[BoundChoices], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Numbered sentences or candidates.

    Attributes:
        source: Name of a list that runs beside the choices, for details; empty for none.
        detail: Field of that list's entries that holds the detail.
        page_size: Lines a page.
    """

    binds = BoundChoices
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str = ""
    detail: str = ""
    page_size: Annotated[int, msgspec.Meta(ge=1, le=100)] = 8

    def turning(self) -> int:
        """Always one."""
        return 1

    def entry_names(self) -> tuple[tuple[str, str], ...]:
        """What is written of each entry."""
        return tuple((name, getattr(self, name)) for name in ("detail",))

    def bind(self, context: Context) -> BoundChoices | None:
        """Bind the visible page."""
        if not context.choices:
            return None
        page = page_of(len(context.choices), self.page_size, context.page)
        choices = bind_choices(context.choices[page.start : page.stop], context)
        details = self._details(context, page)
        lines = tuple(map(BoundLine, choices, details))
        return BoundChoices(lines, page.index, page.pages)

    @classmethod
    def plain(cls, bound: BoundChoices) -> tuple[str, ...]:
        """A numbered line for each choice."""
        return tuple(
            row_line(f"{line.choice.number}. ", line.choice.label, line.detail)
            for line in bound.lines
        )

    @classmethod
    def spoken(cls, bound: BoundChoices) -> tuple[str, ...]:
        """The numbered lines, with a pause before the detail."""
        return tuple(map(aloud, cls.plain(bound)))

    def _details(self, context: Context, page: Page) -> tuple[str, ...]:
        if not self.source:
            return ("",) * (page.stop - page.start)
        entries = context.list_of(self.source)
        if len(entries) != len(context.choices):
            raise broken(reason("not_one_each", source=repr(self.source), count=len(entries)))
        return tuple(self._detail(e, context) for e in entries[page.start : page.stop])

    def _detail(self, entry: object, context: Context) -> str:
        fields = entry.__struct_fields__ if isinstance(entry, msgspec.Struct) else ()
        value = getattr(entry, self.detail) if self.detail in fields else None
        if not isinstance(value, str | Phrase):
            raise broken(reason("source_no_text", source=repr(self.source), name=repr(self.detail)))
        return label_of(value, context.translations)
