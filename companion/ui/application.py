"""The Qt application: style, fonts, theme, and the collector on the GUI thread."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from companion.cards.theme import DEFAULT_THEME, load_theme
from companion.ui.gc_guard import GcGuard
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


def open_application(locale: str = "en_us", theme: str = DEFAULT_THEME) -> QApplication:
    """The application of this process, made on the first call and dressed in a theme.

    Args:
        locale: Language of the player; decides which font comes first.
        theme: Name of a theme, see `cards.theme.theme_names`.
    """
    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("companion")
    application.setApplicationDisplayName("Companion")
    application.setStyle("Fusion")
    application.setFont(program_font(locale))
    use_theme(application, load_theme(theme).tokens())
    if application.findChild(GcGuard) is None:
        GcGuard(application).install()
    return application


def use_theme(application: QApplication, tokens: Mapping[str, str]) -> None:
    """Dress every window in a theme, now and later."""
    application.setPalette(palette_of(tokens))
    application.setStyleSheet(style_sheet(tokens))


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
