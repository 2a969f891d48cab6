"""`companion`: open the window and the overlay, and watch the talk key."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.app.running import RAISE, tell
from companion.app.screen import check_screen, sentence
from companion.language.translations import Translations, merged
from companion.support.crash_report import CrashKeeper
from companion.support.errors import CompanionError, Failure
from companion.support.logs import log_to
from companion.support.memory import share_arenas
from companion.support.paths import cache_folder, config_folder
from companion.support.resources import LOCALES, translation_tables
from companion.support.settings import LoadedSettings, read_settings

if TYPE_CHECKING:
    from companion.app.rest import Means

NO_SCREEN_CODE = 2
END_DEADLINE_S = 4.0
"""For everything to close, once the window was closed."""
EXIT_DEADLINE_S = 0.8
"""For libraries and the interpreter to end after that."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--instance", metavar="FOLDER", help="Minecraft folder to read quests from")
    parser.add_argument("--locale", choices=LOCALES, help="language of texts, ears and voice")
    parser.add_argument(
        "--minimized", action="store_true", help="start in the tray, or in the task bar without one"
    )


def run(arguments: argparse.Namespace, means: Means | None = None) -> int:
    """Open the window; returns when it was closed, or at once when one is open that was raised.

    Args:
        arguments: See `add_arguments`.
        means: Other devices than the computer's own.
    """
    share_arenas()
    if tell(RAISE):
        print(_text("app.raised"))
        return 0
    log_to(file=cache_folder() / "companion.log")
    loaded = _with_arguments(read_settings(config_folder()), arguments)
    texts = merged(loaded.settings.locale, translation_tables())
    try:
        check_screen()
        refuse = partial(_refuse, texts)
        return _open(loaded, refuse, minimized=arguments.minimized, means=means)
    except ImportError as error:  # Qt is there, and a library of the system is not
        failure = CompanionError(Failure.LIBRARY_MISSING, str(error).partition(":")[0])
    except CompanionError as error:
        failure = error
    print(sentence(failure, texts), file=sys.stderr)
    return NO_SCREEN_CODE


def _text(key: str) -> str:
    locale = read_settings(config_folder()).settings.locale
    return merged(locale, translation_tables()).text(key)


def _refuse(texts: Translations, words: str) -> None:
    """Say why Qt cannot go on, instead of the crash that it has in mind."""
    failure = CompanionError(Failure.NO_SCREEN, words.partition("\n")[0])
    print(sentence(failure, texts), file=sys.stderr, flush=True)
    os._exit(NO_SCREEN_CODE)


def _with_arguments(loaded: LoadedSettings, arguments: argparse.Namespace) -> LoadedSettings:
    """Arguments win over the file; they are saved when the player changes a setting."""
    given = {}
    if arguments.instance:
        given["instance"] = str(Path(arguments.instance).expanduser().absolute())
    if arguments.locale:
        given["locale"] = arguments.locale
    settings = msgspec.structs.replace(loaded.settings, **given)
    return LoadedSettings(settings, loaded.faults, loaded.writable, loaded.is_new)


def _open(
    loaded: LoadedSettings,
    on_fatal: Callable[[str], None],
    *,
    minimized: bool = False,
    means: Means | None = None,
) -> int:
    if sys.platform.startswith("linux") and os.environ.get("DISPLAY"):
        # On Wayland a client can neither place itself nor stay above: go through XWayland.
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb")
    from companion.ui.plain_imports import import_plainly

    import_plainly()  # before the many modules of the window
    from companion.app.ending import end_on_signals, end_within
    from companion.app.opening import Opening
    from companion.app.rest import Means, Rest
    from companion.ui.application import chosen_look, open_application, wear
    from companion.ui.qt_messages import log_qt_messages

    log_qt_messages(on_fatal)
    application = open_application(locale=loaded.settings.locale)
    wear(application, chosen_look(loaded.settings))
    log_qt_messages()  # what is fatal from here on is a crash, and no missing screen
    crashes = CrashKeeper(cache_folder())
    opening = Opening(loaded.settings, application)
    means = means or Means()
    rest = Rest(application, loaded, crashes, opening, minimized=minimized, means=means)
    means.on_opening(opening, rest)
    opening.ready.connect(rest.begin)
    with end_on_signals(application):
        opening.go_on() if minimized else opening.show()
        code: int = application.exec()
        end_within(END_DEADLINE_S, code)
        rest.end()
    crashes.end()
    end_within(EXIT_DEADLINE_S, code)
    return code
