"""Pages of a list: which rows are seen. Turning them is local and asks nobody."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        index: From 0; always a page that exists.
        pages: At least 1.
        start, stop: Rows of the page: `rows[start:stop]`.
    """

    index: int
    pages: int
    start: int
    stop: int


def page_of(rows: int, size: int, wanted: int) -> Page:
    """The page nearest to the one that was asked for.

    Args:
        rows: How many rows there are, over all pages.
        size: Rows a page, at least 1.
        wanted: From 0; may lie outside.
    """
    pages = max(1, -(-rows // size))
    index = min(max(0, wanted), pages - 1)
    return Page(index, pages, index * size, min(rows, (index + 1) * size))
