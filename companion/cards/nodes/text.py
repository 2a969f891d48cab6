"""Node `text`: lines of text from the template, or from a list of lines of the card."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken, fill, lines_of, styled, words
from companion.cards.nodes.node import Node
from companion.cards.reasons import reason
from companion.cards.view import BoundText, Line, Span
from companion.language.phrase import Phrase

MOST_LINES = 400
"""Lines of one text; no card needs more, and no window should lay out a million of them."""
ROLES = ("body", "muted", "hint", "warning", "quote")


class TextNode(Node[BoundText], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Plain text.

    Attributes:
        text: The text, with places.
        lines: Name of a list of lines of the card, shown below `text`.
        max_lines: Most lines to show; more end in an ellipsis. 0 shows all.
    """

    binds = BoundText
    sources: ClassVar[tuple[str, ...]] = ("lines",)

    text: str = ""
    lines: str = ""
    max_lines: Annotated[int, msgspec.Meta(ge=0)] = 0

    def bind(self, context: Context) -> BoundText | None:
        """Fill the lines; a text without a letter is left out."""
        found = lines_of(fill(self.text, context)) if self.text else ()
        if self.lines:
            found += _listed(self.lines, context)
        found = trimmed(found)
        if not found:
            return None
        role = next((style for style in self.styles if style in ROLES), "body")
        return BoundText(
            tuple(self._dressed(line) for line in shortened(found, self.max_lines)), role
        )

    @classmethod
    def plain(cls, bound: BoundText) -> tuple[str, ...]:
        """The lines without styles."""
        return tuple(words(line) for line in bound.lines)

    def _dressed(self, line: Line) -> Line:
        bold, italic = "strong" in self.styles, "italic" in self.styles
        return tuple(
            replace(span, bold=span.bold or bold, italic=span.italic or italic) for span in line
        )


def shortened(lines: tuple[Line, ...], most: int) -> tuple[Line, ...]:
    """At most so many lines, the last one ending in an ellipsis; 0 shows all there can be."""
    most = min(most or MOST_LINES, MOST_LINES)
    if len(lines) <= most:
        return lines
    shown = trimmed(lines[:most])
    return (*shown[:-1], (*shown[-1], Span(" …")))


def _listed(name: str, context: Context) -> tuple[Line, ...]:
    """The lines of a list, none of them looked at beyond what can be shown."""
    texts = (line_text(line, name, context) for line in context.list_of(name)[: MOST_LINES + 1])
    return tuple(part for text in texts for part in lines_of(styled(text)))


def line_text(line: object, name: str, context: Context) -> str:
    """An entry of a list of texts.

    Raises:
        CardError: It is a record: its data is nobody's text.
    """
    match line:
        case Phrase():
            return context.translations.render(line)
        case str() | int() | float():
            return str(line)
        case _:
            raise broken(reason("no_lines", source=repr(name)))


def trimmed(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Without empty lines before and after."""
    filled = [index for index, line in enumerate(lines) if words(line).strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else ()
