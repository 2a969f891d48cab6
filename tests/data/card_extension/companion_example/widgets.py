"""The widget of the node."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QWidget

from companion.ui.cards.scope import CardScope
from companion_example.nodes import BoundStripe


def stripe_widget(node: BoundStripe, scope: CardScope) -> QWidget:
    """Draw a stripe in one colour; a screen reader says its words."""
    del scope
    stripe = QWidget()
    palette = stripe.palette()
    palette.setColor(QPalette.ColorRole.Window, QColor(node.tint))
    stripe.setPalette(palette)
    stripe.setAutoFillBackground(True)
    stripe.setAccessibleName(node.words)
    stripe.setMinimumSize(48, 24)
    return stripe


def widgets(register: Callable[[type[BoundStripe], Callable[..., QWidget]], None]) -> None:
    """Called by the companion."""
    register(BoundStripe, stripe_widget)
