"""What commands take that draw many pictures, in every language and theme unless told otherwise."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cards.theme import theme_names
from companion.support.resources import LOCALES


def add_picture_arguments(parser: argparse.ArgumentParser, drawn: str) -> None:
    """Declare folder, text size, languages, themes and which to draw.

    Args:
        parser: Gets `out`, `size`, `locale`, `theme` and `only`.
        drawn: What one picture shows, such as `card`.
    """
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--size", type=text_size, default=1.0, help="text size, 0.8 to 2.0")
    parser.add_argument("--locale", choices=LOCALES, nargs="+", default=LOCALES)
    parser.add_argument("--theme", choices=theme_names(), nargs="+", default=theme_names())
    parser.add_argument(
        "--only", nargs="+", default=(), metavar=drawn.upper(), help=f"names of {drawn}s"
    )


def text_size(words: str) -> float:
    """A text size from the command line.

    Raises:
        ArgumentTypeError: It is no number from 0.8 to 2.
    """
    try:
        size = float(words)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{words!r} is no number") from error
    if not 0.8 <= size <= 2.0:
        raise argparse.ArgumentTypeError(f"{words} is not from 0.8 to 2.0")
    return size
