"""The Qt application: style, fonts, theme, and the collector on the GUI thread."""

from __future__ import annotations

import sys

from PySide6.QtGui import QFont, QFontDatabase, QPixmapCache
from PySide6.QtWidgets import QApplication

from companion.cards.theme import DEFAULT_THEME, load_theme, theme_names
from companion.support.settings import Settings
from companion.ui.caret import CaretRest
from companion.ui.gc_guard import GcGuard
from companion.ui.look import Look, bounded_scale, remember
from companion.ui.style_sheet import style_sheet
from companion.ui.theme import Size, palette_of

LATIN = (
    "Inter",
    "Segoe UI",
    ".AppleSystemUIFont",
    "SF Pro Text",
    "Noto Sans",
    "Ubuntu",
    "Cantarell",
    "Roboto",
    "Open Sans",
    "Helvetica Neue",
    "Nimbus Sans",
    "DejaVu Sans",
)
CHINESE = (
    "PingFang SC",
    "Microsoft YaHei UI",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
)
"""Preferred families, best first; what is not installed is passed over."""
PICTURES_KIB = 32 * 1024
"""For pictures that are kept: two grids of 64 cells in double density take 20 MiB."""


def open_application(
    locale: str = "en_us", theme: str = DEFAULT_THEME, scale: float = 1.0, *, calm: bool = False
) -> QApplication:
    """The application of this process, made on the first call and dressed in a theme.

    Args:
        locale: Language of the player; decides which font comes first.
        theme: Name of a theme, see `cards.theme.theme_names`.
        scale: Text size, 0.8 to 2.
        calm: Nothing moves by itself.
    """
    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("companion")
    application.setApplicationDisplayName("Companion")
    application.setStyle("Fusion")
    QPixmapCache.setCacheLimit(PICTURES_KIB)
    application.setFont(program_font(locale))
    wear(application, Look(load_theme(theme), bounded_scale(scale), calm))
    if application.findChild(GcGuard) is None:
        GcGuard(application).install()
    if application.findChild(CaretRest) is None:
        CaretRest(application)
    return application


def wear(application: QApplication, chosen: Look) -> None:
    """Dress every window in a look, now and later."""
    remember(application, chosen)
    application.setPalette(palette_of(chosen.theme.tokens()))
    application.setStyleSheet(style_sheet(chosen))


def chosen_look(settings: Settings) -> Look:
    """The look that the player chose; the default where a theme is not there."""
    name = settings.theme if settings.theme in theme_names() else DEFAULT_THEME
    return Look(load_theme(name), bounded_scale(settings.text_size / 100), settings.reduced_motion)


def program_font(locale: str) -> QFont:
    """The font of the program: the system's best for the language, the other script behind it."""
    installed = {family.partition(" [")[0] for family in QFontDatabase.families()}
    latin = [family for family in LATIN if family in installed]
    chinese = [family for family in CHINESE if family in installed]
    font = QFont()
    font.setFamilies(chinese + latin if locale.startswith("zh") else latin + chinese)
    font.setPixelSize(int(Size.BODY))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
