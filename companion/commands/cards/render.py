"""`companion cards render CARD.json`: one card as a picture.

CARD.json is a card as it travels, or a template: then the shipped card of that template is shown
in it.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

import msgspec

from companion.cards.json_data import REFUSED, decoded
from companion.cards.library import CardLibrary, load_library
from companion.cards.reasons import of_system, reason, worded
from companion.cards.samples import decode_card, samples
from companion.cards.template_reader import decode_template
from companion.cards.theme import DEFAULT_THEME, theme_names
from companion.cards.view import Variant
from companion.commands.picture_arguments import text_size
from companion.protocol.cards.catalog import CardData
from companion.support.bounded import read_bounded
from companion.support.errors import CardError
from companion.support.resources import LOCALES

MAX_FILE_BYTES = 4 * 1024 * 1024
LEAST_WIDTH_PX, MOST_WIDTH_PX = 200, 4000
"""Of a card: in less there is room for no word."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("card", type=Path, metavar="CARD.json", help="a card, or a template")
    parser.add_argument("--variant", choices=[str(v) for v in Variant], default="full")
    parser.add_argument("--locale", choices=LOCALES, default="en_us")
    parser.add_argument("--size", type=text_size, default=1.0, help="text size, 0.8 to 2.0")
    parser.add_argument(
        "--width", type=card_width, default=0, metavar="PX", help="of the card; 0 for the usual one"
    )
    parser.add_argument("--theme", choices=theme_names(), default=DEFAULT_THEME)
    parser.add_argument(
        "--instance",
        "--game",
        dest="game",
        type=Path,
        metavar="FOLDER",
        help="show its item textures",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="PNG")


def card_width(words: str) -> int:
    """A width from the command line; 0 stands for the usual one.

    Raises:
        ArgumentTypeError: It is no number, or no card could be read at it.
    """
    width = int(words) if words.isascii() and words.isdigit() and len(words) < 6 else -1
    if width and not LEAST_WIDTH_PX <= width <= MOST_WIDTH_PX:
        raise argparse.ArgumentTypeError(
            f"{words!r} is no width from {LEAST_WIDTH_PX} to {MOST_WIDTH_PX} pixels"
        )
    return width


def run(arguments: argparse.Namespace) -> int:
    """Draw the card; 0 when the picture was written."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        data, library = read_card(arguments.card, arguments.locale)
    except (OSError, ValueError) as error:
        print(_said(error, arguments.card, arguments.locale), file=sys.stderr)
        return 1
    from companion.commands.cards.drawn import Drawing, draw
    from companion.ui.qt_messages import log_qt_messages

    log_qt_messages()
    drawing = Drawing(Variant(arguments.variant), arguments.locale, arguments.theme, arguments.size)
    try:
        fault = draw(data, library, drawing, arguments.out, arguments.width, game=arguments.game)
    except OSError as error:
        print(_said(error, arguments.out, arguments.locale), file=sys.stderr)
        return 1
    if fault:
        print(worded(reason("shown_without", why=fault), library.translations), file=sys.stderr)
    return 0


def read_card(path: Path, locale: str) -> tuple[CardData, CardLibrary]:
    """Read a card, or a template with the shipped card that belongs to it.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is neither; the text says where it is wrong.
    """
    data = _bytes(path)
    library = load_library(locale)
    if not _is_template(data):
        return decode_card(data, path.name), library
    try:
        template = decode_template(data, path.name)
    except CardError as error:
        raise ValueError(error.detail) from error
    name = template_id(path)
    found = next((sample for sample in samples(locale) if sample.template == name), None)
    if found is None:
        known = ", ".join(sorted({sample.template for sample in samples(locale)}))
        raise ValueError(reason("no_card_uses", file=path.name, name=name, names=known))
    return found.data, replace(library, templates={**library.templates, name: template})


def template_id(path: Path) -> str:
    """The id of a template's file: `<folder>:<stem>`."""
    return f"{path.absolute().parent.name}:{path.stem}"


def _is_template(data: bytes) -> bool:
    try:
        return "nodes" in decoded(data, dict[str, msgspec.Raw])
    except REFUSED:
        return False


def _bytes(path: Path) -> bytes:
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        why = reason("too_large", bytes=size, most=MAX_FILE_BYTES)
        raise ValueError(reason("at", place=path.name, why=why))
    return read_bounded(path, MAX_FILE_BYTES)


def _said(error: OSError | ValueError, path: Path, locale: str) -> str:
    why = (
        reason("at", place=path, why=of_system(error))
        if isinstance(error, OSError)
        else error.args[0]
    )
    return worded(why, load_library(locale).translations)
