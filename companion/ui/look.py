"""What the program looks like at the moment: a theme, a text size, and whether things may move.

There is one for the program, as there is one palette, and painted widgets reach it likewise.
Another look is another call of `wear`: no window is opened anew. Widgets that keep sizes listen
for `LOOK_CHANGES`. GUI thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from companion.cards.theme import DEFAULT_THEME, Theme, load_theme

LEAST_SCALE, GREATEST_SCALE = 0.8, 2.0
"""Of the type sizes of the theme."""

LOOK_CHANGES = (QEvent.Type.FontChange, QEvent.Type.StyleChange)
"""What a widget hears in `changeEvent` when another look is worn, and at other times too."""

T = TypeVar("T")
_NOTHING = object()


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


class _Wardrobe:
    """The look that is worn: asked for thousands of times while one card is painted."""

    worn: Look | None = None
    number: int = 0
    kept: ClassVar[dict[object, Any]] = {}


def look() -> Look:
    """The look of the moment."""
    return _Wardrobe.worn or default_look()


def look_number() -> int:
    """A number that changes with the look; part of the keys of pictures."""
    return _Wardrobe.number


def kept(key: object, make: Callable[[], T]) -> T:
    """Something made once for the look of the moment, such as a font; forgotten with the look.

    Args:
        key: Of a bounded number; a tuple that begins with the asker's own word.
        make: Makes it.
    """
    found = _Wardrobe.kept.get(key, _NOTHING)
    if found is _NOTHING:
        found = _Wardrobe.kept[key] = make()
    made: T = found
    return made


def bounded_scale(scale: float) -> float:
    """The nearest text size that is offered."""
    return min(GREATEST_SCALE, max(LEAST_SCALE, scale))


def remember(application: QApplication, chosen: Look) -> None:
    """Keep a look, and scale the program's font; `ui.application.wear` does the rest."""
    _Wardrobe.worn = chosen
    _Wardrobe.number += 1
    font = QFont(application.font())
    font.setPixelSize(round(chosen.theme.type.body * chosen.scale))
    application.setFont(font)
    _Wardrobe.kept.clear()
    for effect in (
        Qt.UIEffect.UI_AnimateCombo,
        Qt.UIEffect.UI_AnimateMenu,
        Qt.UIEffect.UI_AnimateTooltip,
        Qt.UIEffect.UI_FadeMenu,
        Qt.UIEffect.UI_FadeTooltip,
    ):
        application.setEffectEnabled(effect, not chosen.calm)
