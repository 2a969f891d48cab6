"""Colours for JSON, and for what a text of a template is filled with."""

from __future__ import annotations

import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from companion.ui.theme import colour
from companion.ui.utf16 import spread

_PARTS = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<text>"(?:[^"\\]|\\.)*"?)|(?P<sign>[{}\[\],:])'
    r"|(?P<word>[^\s\"{}\[\],:]+)"
)
_PLACE = re.compile(r"\{[a-z_.|]+\}|%[a-z0-9_.]+%")
_TOKENS = {"key": "accent", "text": "ink", "sign": "muted", "word": "waiting"}


class JsonHighlighter(QSyntaxHighlighter):
    """Colours a document; `rehighlight` after another look is worn. GUI thread."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)

    def highlightBlock(self, text: str) -> None:
        """Colour one line: no token of JSON goes over its end."""
        for match in _PARTS.finditer(spread(text)):
            kind = match.lastgroup or "text"
            self.setFormat(match.start(), len(match[0]), _format(_TOKENS[kind]))
            if kind == "text":
                self._places(match)

    def _places(self, match: re.Match[str]) -> None:
        for place in _PLACE.finditer(match[0]):
            start = match.start() + place.start()
            self.setFormat(start, len(place[0]), _format("waiting", bold=True))


def _format(token: str, *, bold: bool = False) -> QTextCharFormat:
    found = QTextCharFormat()
    found.setForeground(QColor(colour(token)))
    if bold:
        found.setFontWeight(QFont.Weight.Bold)
    return found
