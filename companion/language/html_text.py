"""The words of an HTML text, in one pass over it: no tree, and no text that takes long.

Parsers that build trees, and the standard library's, need a time that grows with the square of what
is written badly enough: 20 kB of "<a <a <a" took 2.8 s, and a page may have 2 MiB. Here nothing is
looked at twice: quantifiers give nothing back, and an end that is not found is the end of the text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

RAW = frozenset({"script", "style", "textarea", "title", "iframe", "noscript", "xmp"})
"""Elements that hold no elements."""
_SILENT = frozenset({"nav", "template", "svg", "select", "math"})
_BLOCKS = frozenset(
    {"p", "div", "li", "br", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article"}
    | {"pre", "table", "ul", "ol", "dl", "dt", "dd", "blockquote", "hr", "figure", "header"}
    | {"footer", "main", "aside", "body"}
)
_CELLS = frozenset({"td", "th"})
_MARKUP = re.compile(
    r"<!--(?>.*?(?:-->|\Z))"
    r"|<[!?](?>[^>]*+)>?"
    r"|<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9:-]*+)"
    r"(?>(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)(?>[^>]*+)>?",
    re.DOTALL,
)
_LONG_NUMBER = re.compile(r"&#[xX]?[0-9a-fA-F]{8,}+;?")
"""No character has such a number, and reading it would take long."""


def html_text(source: str, most: int) -> tuple[str, str]:
    """Read a text. Anything is HTML; nothing raises.

    Args:
        source: The HTML.
        most: Characters of text that are wanted.

    Returns:
        Its title and its text; blocks stand on lines of their own, spaces are as they are written.
    """
    title, parts, left, silent = "", list[str](), most, 0
    for name, is_end, words in _pieces(source):
        if name in _SILENT:
            silent = max(0, silent + (-1 if is_end else 1))
        elif name == "title":
            title = title or words
        elif name in _BLOCKS or name in _CELLS:
            parts.append("\n" if name in _BLOCKS else " ")
        if name == "" and not silent and left > 0:
            parts.append(words[:left])
            left -= len(words)
    return title, "".join(parts)


def _pieces(source: str) -> Iterator[tuple[str, bool, str]]:
    """Tags by name, and words between them with no name; raw elements with their words."""
    at = 0
    find = _raw_ends(source)
    while (match := _MARKUP.search(source, at)) is not None:
        if match.start() > at:
            yield "", False, _unescaped(source[at : match.start()])
        at = match.end()
        name = (match["name"] or "").casefold()
        end = find(name, at) if name in RAW and not match["end"] else at
        if name:
            yield name, bool(match["end"]), _unescaped(source[at:end])
        at = end
    yield "", False, _unescaped(source[at:])


def _raw_ends(source: str) -> Callable[[str, int], int]:
    lower = source.lower() if source.isascii() else _ascii_lower(source)

    def find(name: str, at: int) -> int:
        end = lower.find(f"</{name}", at)
        return end if end >= 0 else len(source)

    return find


def _ascii_lower(text: str) -> str:
    """In lower case and exactly as long, which `str.lower` does not promise."""
    return text.translate({upper: upper + 32 for upper in range(65, 91)})


def _unescaped(words: str) -> str:
    return html.unescape(_LONG_NUMBER.sub("", words)) if "&" in words else words
