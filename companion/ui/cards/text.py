"""Node `text`."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundText
from companion.ui.cards.scope import CardScope
from companion.ui.theme import Size
from companion.ui.words import Style, Words

ROLES: Mapping[str, Style] = {
    "body": Style(),
    "muted": Style(Size.SMALL, "muted"),
    "hint": Style(Size.SMALL, "muted"),
    "warning": Style(Size.SMALL, "waiting"),
    "quote": Style(Size.BODY, "muted"),
}
COMPACT_LINES = 6
"""A notification shows this many rows of a text; the window shows all."""


def text_widget(node: BoundText, scope: CardScope) -> QWidget:
    """Styled lines in the type style of their role."""
    style = ROLES.get(node.role, ROLES["body"])
    if scope.compact:
        style = Style(style.size, style.token, style.bold, COMPACT_LINES)
    words = Words(style=style)
    words.show_lines(node.lines)
    return words
