"""`companion talk`: press and release the talk key of the companion that runs.

For desktops that tell no program their keys: bind one of their keys to it.
"""

from __future__ import annotations

import argparse
import sys

from companion.app.running import tell
from companion.language.translations import merged
from companion.support.errors import Failure
from companion.support.paths import config_folder
from companion.support.resources import translation_tables
from companion.support.settings import read_settings

NOT_RUNNING_CODE = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "what",
        choices=("down", "up", "toggle"),
        help="down and up for a key that tells both; toggle for one that only starts programs",
    )


def run(arguments: argparse.Namespace) -> int:
    """Say it to the companion; fails when none runs."""
    if tell(f"talk {arguments.what}"):
        return 0
    locale = read_settings(config_folder()).settings.locale
    print(
        merged(locale, translation_tables()).text(f"failure.{Failure.NOT_RUNNING}"), file=sys.stderr
    )
    return NOT_RUNNING_CODE
