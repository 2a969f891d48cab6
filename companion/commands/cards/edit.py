"""`companion cards edit`: the editor of card templates."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cards.theme import DEFAULT_THEME, theme_names
from companion.commands.picture_arguments import text_size
from companion.support.paths import config_folder, shipped
from companion.support.resources import LOCALES

DRAFTS = "card_drafts"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "path",
        type=Path,
        nargs="?",
        help="template, folder of templates, or resource pack (a zip is only looked at); "
        "the shipped ones without it",
    )
    parser.add_argument("--locale", choices=LOCALES, default="en_us")
    parser.add_argument("--theme", choices=theme_names(), default=DEFAULT_THEME)
    parser.add_argument("--size", type=text_size, default=1.0, help="text size, 0.8 to 2.0")


def run(arguments: argparse.Namespace) -> int:
    """Show the editor until it is closed."""
    from companion.cards.authoring.drafts import Drafts
    from companion.cards.library import load_library
    from companion.ui.application import open_application
    from companion.ui.card_editor.window import EditorWindow

    application = open_application(arguments.locale, arguments.theme, arguments.size)
    window = EditorWindow(
        arguments.path or shipped("cards"),
        load_library(arguments.locale).translations,
        Drafts(config_folder() / "system" / DRAFTS),
        arguments.theme,
        round(100 * arguments.size),
    )
    window.show()
    return application.exec()
