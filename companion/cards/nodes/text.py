"""Node `text`: lines of text from the template, or from a list of lines of the card."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import msgspec

from companion.cards.binding import Context, fill, lines_of, styled, words
from companion.cards.nodes.node import Node
from companion.cards.view import BoundText, Line, Span

ROLES = ("body", "muted", "hint", "warning", "quote")


class TextNode(Node[BoundText], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Plain text.

    Attributes:
        text: The text, with places.
        lines: Name of a list of lines of the card, shown below `text`.
        max_lines: Most lines to show; more end in an ellipsis. 0 shows all.
    """

    text: str = ""
    lines: str = ""
    max_lines: Annotated[int, msgspec.Meta(ge=0)] = 0

    def bind(self, context: Context) -> BoundText | None:
        """Fill the lines; a text without a letter is left out."""
        found = lines_of(fill(self.text, context)) if self.text else ()
        if self.lines:
            listed = context.list_of(self.lines)
            found += tuple(part for line in listed for part in lines_of(styled(str(line))))
        found = _trimmed(found)
        if not found:
            return None
        role = next((style for style in self.styles if style in ROLES), "body")
        return BoundText(tuple(self._dressed(line) for line in self._shortened(found)), role)

    def plain(self, bound: BoundText) -> tuple[str, ...]:
        """The lines without styles."""
        return tuple(words(line) for line in bound.lines)

    def _shortened(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        if not self.max_lines or len(lines) <= self.max_lines:
            return lines
        shown = _trimmed(lines[: self.max_lines])
        return (*shown[:-1], (*shown[-1], Span(" …")))

    def _dressed(self, line: Line) -> Line:
        bold, italic = "strong" in self.styles, "italic" in self.styles
        return tuple(
            replace(span, bold=span.bold or bold, italic=span.italic or italic) for span in line
        )


def _trimmed(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Without empty lines before and after."""
    filled = [index for index, line in enumerate(lines) if words(line).strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else ()
