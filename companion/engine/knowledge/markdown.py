"""Markdown as sections of plain text: headings are titles, marks, pictures and addresses go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Section = tuple[str, str]
"""Its heading, empty before the first one, and its text."""


def sections(text: str) -> Iterator[Section]:
    """Cut a document at its headings. Anything is Markdown; nothing raises."""
    title, lines = "", list[str]()
    is_heading = False
    for token in _parser().parse(text):
        if token.type == "heading_open":
            if lines:
                yield title, "\n".join(lines)
            title, lines, is_heading = "", [], True
        elif token.type == "heading_close":
            is_heading = False
        elif token.type == "inline" and is_heading:
            title = _plain(token)
        elif token.type == "inline":
            lines.append(_plain(token))
        elif token.type in ("fence", "code_block"):
            lines.append(token.content.strip("\n"))
    if lines:
        yield title, "\n".join(lines)


def _plain(token: Token) -> str:
    said = {"text": None, "code_inline": None, "softbreak": " ", "hardbreak": "\n"}
    parts = (
        said[child.type] or child.content for child in token.children or () if child.type in said
    )
    return "".join(parts).strip()


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # here, since it is slow to import

    return MarkdownIt("commonmark", {"html": False}).enable("table")
