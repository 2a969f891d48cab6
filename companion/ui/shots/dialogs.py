"""Pictures of the windows beside the main one: settings, the crash notice, the tray's menu."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from companion.cards.library import CardLibrary
from companion.support.crash_report import CrashReport
from companion.support.secrets import DASHSCOPE_API_KEY, KNOWN, Source
from companion.support.settings import Settings
from companion.ui.crash_notice import CrashNotice
from companion.ui.settings.dialog import SettingsDialog, SettingsPage
from companion.ui.tray_menu import TrayMenu

_CRASH = "Fatal Python error: Segmentation fault\n\nThread 0x1 (most recent call first):"


def settings(page: str, library: CardLibrary) -> QWidget:
    """The settings at one of their pages."""
    sources = dict.fromkeys(KNOWN, Source.NOWHERE) | {DASHSCOPE_API_KEY: Source.KEYRING}
    chosen = Settings(locale="en_us", microphones=("USB microphone",), resource_packs=("/packs/a",))
    shown = SettingsPage(chosen, sources=sources)
    dialog = SettingsDialog(
        shown, library.translations, lambda settings: None, lambda name, value: None
    )
    dialog.devices_known(("USB microphone", "Webcam"), ("Headphones",))
    dialog.show_page(page)
    return dialog


def crash(library: CardLibrary) -> QWidget:
    """What a crash left."""
    report = CrashReport(Path("companion-crash.txt"), _CRASH)
    return CrashNotice(report, library.translations, lambda: None)


def tray(library: CardLibrary) -> QWidget:
    """The menu of the tray."""
    return TrayMenu(library.translations)
