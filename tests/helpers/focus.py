"""Whether somebody who walks by keys sees where they are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QScrollBar,
    QWidget,
)

from companion.cards.theme import contrast
from companion.ui.pictures import grab

LEAST_CONTRAST = 3.0
"""Between what was there and what shows the focus (WCAG 2.4.13)."""
LEAST_PIXELS = 20
CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
)


def controls(place: QWidget) -> list[QWidget]:
    """What the Tab key stops at."""
    found = [w for w in place.findChildren(QWidget) if isinstance(w, CONTROLS)]
    return [w for w in found if w.isVisible() and w.isEnabled() and _stops(w)]


def shows_focus(control: QWidget, elsewhere: QWidget) -> bool:
    """Whether a control looks clearly other with the focus than without it."""
    elsewhere.setFocus()
    before = grab(control)
    control.setFocus(Qt.FocusReason.TabFocusReason)
    assert control.hasFocus()
    return _clear_change(before, grab(control)) >= LEAST_PIXELS


def _stops(widget: QWidget) -> bool:
    tabbed = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return tabbed and not isinstance(widget, QScrollBar)


def _clear_change(before: QImage, after: QImage) -> int:
    """How many pixels changed so much that nobody overlooks it."""
    old, new = _colours(before), _colours(after)
    if old.shape != new.shape:
        return old.size
    changed = old != new
    pairs, counts = np.unique(
        np.stack([old[changed], new[changed]], axis=1), axis=0, return_counts=True
    )
    clear = [contrast(_name(a), _name(b)) >= LEAST_CONTRAST for a, b in pairs.tolist()]
    return int(counts[np.array(clear, dtype=bool)].sum()) if clear else 0


def _colours(image: QImage) -> npt.NDArray[np.uint32]:
    flat = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(flat.constBits(), np.uint32)
    return rows.reshape(flat.height(), flat.bytesPerLine() // 4)[:, : flat.width()].copy()


def _name(pixel: int) -> str:
    return f"#{pixel & 0xFFFFFF:06x}"
