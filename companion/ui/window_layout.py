"""How the parts of the window stand: header above, workbench at the left, status line below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from companion.ui.style_sheet import of_kind


@dataclass(frozen=True, slots=True)
class WindowParts:
    """The widgets of the window.

    Attributes:
        middle: Conversation and pages, which take the room there is.
        below: Beneath the middle, from top to bottom.
    """

    header: QWidget
    left: QWidget
    middle: QWidget
    below: Sequence[QWidget]
    status: QWidget


def laid_out(parts: WindowParts) -> tuple[QWidget, QWidget]:
    """The whole, and the line beside the left part, which is hidden with it."""
    side_rule = _rule(upright=True)
    right = QVBoxLayout()
    right.setSpacing(0)
    right.addWidget(parts.middle, 1)
    for widget in (_rule(), *parts.below):
        right.addWidget(widget)
    across = QHBoxLayout()
    across.setSpacing(0)
    across.addWidget(parts.left)
    across.addWidget(side_rule)
    across.addLayout(right, 1)
    page = QWidget()
    whole = QVBoxLayout(page)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.setSpacing(0)
    whole.addWidget(parts.header)
    whole.addWidget(_rule())
    whole.addLayout(across, 1)
    whole.addWidget(_rule())
    whole.addWidget(parts.status)
    return page, side_rule


def _rule(*, upright: bool = False) -> QFrame:
    line = QFrame()
    of_kind(line, "rule")
    if upright:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line
