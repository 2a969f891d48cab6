"""`companion cards WHAT`: for authors of cards. One file a word.

To add one: a module here with `add_arguments(parser)` and `run(arguments) -> int`, and a line in
`SUBCOMMANDS`; it is imported only when its word is given, so that the editor costs nobody anything
(CARD-071).
"""

from __future__ import annotations

import argparse
import importlib

SUBCOMMANDS = {
    "check": "list every fault of templates and packs, with file, line and nearest valid name",
    "schema": "print the JSON Schema of templates, or of cards",
    "render": "draw one card into a picture",
    "gallery": "draw every shipped card in every variant, language and theme",
    "edit": "open the editor of templates",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes; the words after the first belong to the module."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(f"  {name:8} {line}" for name, line in SUBCOMMANDS.items())
    parser.add_argument("what", choices=SUBCOMMANDS, help="see below")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="of the one above; see WHAT -h")


def run(arguments: argparse.Namespace) -> int:
    """Hand over to the word's own module."""
    module = importlib.import_module(f"companion.commands.cards.{arguments.what}")
    line = SUBCOMMANDS[arguments.what]
    parser = argparse.ArgumentParser(prog=f"companion cards {arguments.what}", description=line)
    module.add_arguments(parser)
    code: int = module.run(parser.parse_args(arguments.words))
    return code
