"""`companion`: open the window and the overlay, and watch the talk key."""

from __future__ import annotations

import argparse
import ctypes.util
import logging
import os
import signal
import sys
from pathlib import Path

import msgspec

from companion.language.translations import merged
from companion.support.errors import Failure
from companion.support.logs import log_to
from companion.support.paths import cache_folder, config_folder
from companion.support.resources import LOCALES, translation_tables
from companion.support.settings import LoadedSettings, read_settings

NO_SCREEN_CODE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--instance", metavar="FOLDER", help="Minecraft folder to read quests from")
    parser.add_argument("--locale", choices=LOCALES, help="language of texts, ears and voice")


def run(arguments: argparse.Namespace) -> int:
    """Open the window; returns when it was closed."""
    log_to(file=cache_folder() / "companion.log")
    loaded = _with_arguments(read_settings(config_folder()), arguments)
    if problem := screen_problem():
        texts = merged(loaded.settings.locale, translation_tables())
        print(texts.text(f"failure.{Failure.NO_SCREEN}"), f"({problem})", file=sys.stderr)
        return NO_SCREEN_CODE
    return _open(loaded)


def screen_problem() -> str:
    """Why no window can be opened, or nothing; Qt itself would end the process."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if not os.environ.get("DISPLAY"):
        return "" if os.environ.get("WAYLAND_DISPLAY") else "DISPLAY is not set"
    if ctypes.util.find_library("xcb-cursor") is None:
        return "the library libxcb-cursor0 is missing"
    return _display_problem()


def _display_problem() -> str:
    from Xlib import display, error

    try:
        display.Display().close()
    except (error.DisplayError, error.XauthError, OSError) as fault:
        return str(fault)
    return ""


def _with_arguments(loaded: LoadedSettings, arguments: argparse.Namespace) -> LoadedSettings:
    """Arguments win over the file; they are saved when the player changes a setting."""
    given = {}
    if arguments.instance:
        given["instance"] = str(Path(arguments.instance).expanduser().absolute())
    if arguments.locale:
        given["locale"] = arguments.locale
    settings = msgspec.structs.replace(loaded.settings, **given)
    return LoadedSettings(settings, loaded.faults, loaded.writable)


def _open(loaded: LoadedSettings) -> int:
    if sys.platform.startswith("linux") and os.environ.get("DISPLAY"):
        # On Wayland a client can neither place itself nor stay above: go through XWayland.
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb")
    from PySide6.QtCore import QTimer

    from companion.app.window import WindowedCompanion
    from companion.ui.application import open_application
    from companion.ui.qt_messages import log_qt_messages

    log_qt_messages()
    application = open_application(locale=loaded.settings.locale)
    companion = WindowedCompanion(application, loaded, config_folder())
    signal.signal(signal.SIGINT, lambda *_: application.quit())
    signal.signal(signal.SIGTERM, lambda *_: application.quit())
    breath = QTimer(application)  # lets Python see signals while Qt waits
    breath.timeout.connect(companion.objectName)
    breath.start(250)
    companion.start()
    code: int = application.exec()
    if not companion.stop():
        logging.shutdown()
        os._exit(code)  # what hangs in the system's hands would keep the process for ever
    return code
