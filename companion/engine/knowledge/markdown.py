"""Markdown as sections of plain text: headings are titles, marks, pictures and addresses go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from companion.language.html_text import html_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Section = tuple[str, str]
"""Its heading, empty before the first one, and its text."""

BETWEEN_CELLS = ", "
_INSIDE = frozenset({"heading_open", "th_open", "td_open"})
_CELL = frozenset({"th_open", "td_open"})
_FRONT = re.compile(r"\A---[ \t]*\n(.{0,4000}?)^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)
"""What generators of pages keep before a text (front matter)."""
_TITLE = re.compile(r"^title:[ \t]*[\"']?(.*?)[\"']?[ \t]*$", re.MULTILINE)
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


@dataclass(slots=True)
class _Part:
    """A section while it is read.

    Attributes:
        cells: Of the row of a table that is being read.
        inside: The kind of block that words stand in.
    """

    title: str = ""
    lines: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    inside: str = ""

    def take(self, token: Token) -> None:
        """Put what a token says where it belongs."""
        words = _words(token)
        if token.type == "tr_close":
            self.lines.append(BETWEEN_CELLS.join(self.cells))
            self.cells = []
        elif token.type in _INSIDE:
            self.inside = token.type
        elif self.inside == "heading_open" and words:
            self.title = words
        elif words:
            (self.cells if self.inside in _CELL else self.lines).append(words)
        if token.type.endswith("_close"):
            self.inside = ""


def sections(text: str) -> Iterator[Section]:
    """Cut a document at its headings. Anything is Markdown; nothing raises."""
    title, text = _without_front(text.replace("\r\n", "\n"))
    part = _Part(title)
    for token in _parser().parse(text):
        if token.type == "heading_open":
            if part.lines:
                yield part.title, "\n".join(part.lines)
            part = _Part()
        part.take(token)
    if part.lines:
        yield part.title, "\n".join(part.lines)


def _without_front(text: str) -> tuple[str, str]:
    """The title that is kept before a text, and the text."""
    front = _FRONT.match(text)
    if front is None:
        return "", text
    named = _TITLE.search(front[1])
    return named[1] if named else "", text[front.end() :]


def _words(token: Token) -> str:
    match token.type:
        case "inline":
            return "".join(map(_said, token.children or ())).strip()
        case "fence" | "code_block":
            return token.content.strip("\n")
        case "html_block":
            return html_text(token.content, len(token.content))[1].strip()
    return ""


def _said(child: Token) -> str:
    match child.type:
        case "text" | "code_inline":
            return child.content
        case "softbreak":
            return " "
        case "hardbreak":
            return "\n"
        case "html_inline" if _LINE_BREAK.match(child.content):
            return "\n"
    return ""


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # here, since it is slow to import

    return MarkdownIt("commonmark", {"html": True}).enable("table")
