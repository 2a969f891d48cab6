"""Node `passages`: texts with where they are from, quoted as they are written."""

from __future__ import annotations

from typing import Annotated, ClassVar
from urllib.parse import urlsplit

import msgspec

from companion.cards.binding import (
    Context,
    broken,
    clipped,
    fill_plain,
    label_of,
    lines_of,
    styled,
    words,
)
from companion.cards.nodes.node import Node, bind_choice
from companion.cards.paging import page_of
from companion.cards.reasons import reason
from companion.cards.view import BoundPassage, BoundPassages
from companion.protocol.cards.passages import Passage

MOST_CHARACTERS = 600
"""Of one passage (decisions.md, G24)."""


class PassagesNode(Node[BoundPassages], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Passages of a list.

    Attributes:
        source: Name of the list.
        page_size: Passages a page.
        characters: Characters of each that are shown.
        empty: What to say when there is none.
    """

    binds = BoundPassages
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    page_size: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3
    characters: Annotated[int, msgspec.Meta(ge=40, le=2000)] = MOST_CHARACTERS
    empty: str = ""

    def turning(self) -> int:
        """Always one."""
        return 1

    def bind(self, context: Context) -> BoundPassages | None:
        """Bind the visible page; a passage keeps the number of its citation."""
        entries = context.list_of(self.source)
        page = page_of(len(entries), self.page_size, context.page)
        shown = tuple(
            self._passage(entries[index], index + 1, index - page.start + 1, context)
            for index in range(page.start, page.stop)
        )
        empty = "" if entries else fill_plain(self.empty, context)
        if not shown and not empty:
            return None
        return BoundPassages(shown, page.index, page.pages, empty)

    @classmethod
    def plain(cls, bound: BoundPassages) -> tuple[str, ...]:
        """Number, title and source, then the text."""
        lines: list[str] = [] if bound.passages else [bound.empty]
        for passage in bound.passages:
            source = " · ".join(part for part in (passage.source, passage.address) if part)
            head = f"[{passage.number}] {words(passage.title)}"
            lines.append(f"{head} · {source}" if source else head)
            lines += [words(line) for line in passage.text]
        return tuple(lines)

    @classmethod
    def spoken(cls, bound: BoundPassages) -> tuple[str, ...]:
        """The titles and texts; addresses are seen."""
        if not bound.passages:
            return (bound.empty,)
        return tuple(
            part
            for passage in bound.passages
            for part in (words(passage.title), *map(words, passage.text))
            if part
        )

    def _passage(self, entry: object, number: int, position: int, context: Context) -> BoundPassage:
        if not isinstance(entry, Passage):
            raise broken(reason("no_passage", source=repr(self.source)))
        by_number = (c for c in context.choices if c.number == number)
        choice = next(by_number, None) if entry.action else None
        host = host_of(entry.address)
        return BoundPassage(
            number,
            styled(entry.title.replace("\n", " ")),
            lines_of(styled(clipped(entry.text, self.characters))),
            label_of(entry.source, context.translations),
            label_of("" if host == entry.source else host, context.translations),
            bind_choice(choice, position, context) if choice else None,
        )


def host_of(address: str) -> str:
    """The host of a web address, as text; nothing for what is none."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return ""
    return host if parts.scheme in ("http", "https") else ""
