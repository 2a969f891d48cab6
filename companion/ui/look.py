"""What the program looks like at the moment: a theme, a text size, and whether things may move.

The look hangs on the application, so that painted widgets reach it as they reach the palette.
Another look is another call of `wear`: no window has to be opened anew. Widgets that keep sizes
listen for `QEvent.ApplicationFontChange`. GUI thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from companion.cards.theme import DEFAULT_THEME, Theme, load_theme

LEAST_SCALE, GREATEST_SCALE = 0.8, 2.0
"""Of the type sizes of the theme."""

_PROPERTY = "companion_look"


@dataclass(frozen=True, slots=True)
class Look:
    """One look.

    Attributes:
        theme: Colours, type sizes, distances, corners.
        scale: Text size, from `LEAST_SCALE` to `GREATEST_SCALE`; 1 is the theme's own.
        calm: Nothing moves by itself.
    """

    theme: Theme
    scale: float = 1.0
    calm: bool = False


@cache
def default_look() -> Look:
    """The look of a program that was told nothing."""
    return Look(load_theme(DEFAULT_THEME))


def look() -> Look:
    """The look of the moment."""
    application = QApplication.instance()
    worn = application.property(_PROPERTY) if application is not None else None
    return worn if isinstance(worn, Look) else default_look()


def bounded_scale(scale: float) -> float:
    """The nearest text size that is offered."""
    return min(GREATEST_SCALE, max(LEAST_SCALE, scale))


def remember(application: QApplication, chosen: Look) -> None:
    """Keep a look, and scale the program's font; `ui.application.wear` does the rest."""
    application.setProperty(_PROPERTY, chosen)
    font = QFont(application.font())
    font.setPixelSize(round(chosen.theme.type.body * chosen.scale))
    application.setFont(font)
    for effect in (
        Qt.UIEffect.UI_AnimateCombo,
        Qt.UIEffect.UI_AnimateMenu,
        Qt.UIEffect.UI_AnimateTooltip,
        Qt.UIEffect.UI_FadeMenu,
        Qt.UIEffect.UI_FadeTooltip,
    ):
        application.setEffectEnabled(effect, not chosen.calm)
