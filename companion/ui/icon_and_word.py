"""Buttons: an icon with a name, or words; both said by screen readers."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from companion.ui.icons import icon
from companion.ui.style_sheet import of_kind
from companion.ui.theme import colour


def icon_button(name: str, drawing: str, words: str, parent: QWidget | None = None) -> QPushButton:
    """A button that is an icon; its words are for screen readers and the tool tip."""
    button = QPushButton(parent)
    of_kind(button, "icon")
    button.setObjectName(name)
    button.setAccessibleName(words)
    button.setToolTip(words)
    button.setIcon(icon(drawing, colour("muted")))
    button.setIconSize(QSize(20, 20))
    return button


def word_button(name: str, words: str, kind: str = "") -> QPushButton:
    """A button with words.

    Args:
        name: Object name.
        words: Plain text; an ampersand is one.
        kind: As the style sheet knows it; empty for an ordinary button.
    """
    button = QPushButton(words.replace("&", "&&"))
    button.setObjectName(name)
    button.setAccessibleName(words)
    if kind:
        of_kind(button, kind)
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return button
