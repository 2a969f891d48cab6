"""`companion cards edit`: the editor of card templates."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cards.library import load_library
from companion.cards.theme import DEFAULT_THEME, theme_names
from companion.support.paths import shipped
from companion.support.resources import LOCALES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "folder", type=Path, nargs="?", help="of templates or a pack; the shipped ones without it"
    )
    parser.add_argument("--locale", choices=LOCALES, default="en_us")
    parser.add_argument("--theme", choices=theme_names(), default=DEFAULT_THEME)


def run(arguments: argparse.Namespace) -> int:
    """Show the editor until it is closed."""
    from companion.ui.application import open_application
    from companion.ui.card_editor.window import EditorWindow

    application = open_application(arguments.locale, arguments.theme)
    folder = arguments.folder or shipped("cards")
    inner = folder / "cards"
    library = load_library(arguments.locale)
    window = EditorWindow(inner if inner.is_dir() else folder, library, arguments.locale)
    window.show()
    return application.exec()
