"""Layouts that node widgets are put together from: no margins, the theme's distances."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget


def column(spacing: int = 0) -> tuple[QWidget, QVBoxLayout]:
    """A widget and its layout from top to bottom."""
    widget = QWidget()
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    return widget, layout


def line(spacing: int = 0, parent: QWidget | None = None) -> tuple[QWidget, QHBoxLayout]:
    """A widget and its layout from left to right."""
    widget = QWidget(parent)
    layout = QHBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    return widget, layout


def stacked(widgets: Iterable[QWidget], spacing: int) -> QWidget:
    """Widgets from top to bottom."""
    widget, layout = column(spacing)
    for child in widgets:
        layout.addWidget(child)
    return widget
