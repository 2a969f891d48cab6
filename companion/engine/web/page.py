"""The readable text of a web page: no scripts, no menus, no markup."""

from __future__ import annotations

from html.parser import HTMLParser

from companion.engine.knowledge.cutting import tidied

_SILENT = frozenset({"script", "style", "template", "svg", "nav", "form", "iframe", "noscript"})
_BLOCKS = frozenset(
    {"p", "div", "li", "br", "tr", "h1", "h2", "h3", "h4", "section", "article", "pre", "table"}
)


class _Reader(HTMLParser):
    def __init__(self, most: int) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.title = ""
        self._left = most
        self._silent = 0
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._silent += tag in _SILENT
        self._in_title = tag == "title" or (self._in_title and tag != "body")
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._silent = max(0, self._silent - (tag in _SILENT))
        self._in_title = self._in_title and tag != "title"
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif not self._silent and self._left > 0:
            self.parts.append(data[: self._left])
            self._left -= len(data)


def readable(html: str, most: int) -> tuple[str, str]:
    """Read a page. Anything is HTML; nothing raises.

    Args:
        html: The page.
        most: Characters of text wanted.

    Returns:
        Its title and its text, a paragraph a line.
    """
    reader = _Reader(most)
    reader.feed(html)
    reader.close()
    return tidied(reader.title)[:200], tidied("".join(reader.parts))
