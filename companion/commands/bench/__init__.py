"""`companion bench NAME`: measure, and print one JSON object. One file a bench.

To add one: a module here with `add_arguments(parser)` and `figures(arguments)`, and a line in
`BENCHES`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys

from companion.commands.bench.figure import report
from companion.language.translations import FALLBACK_LOCALE, merged
from companion.support.errors import CompanionError
from companion.support.resources import translation_tables

BENCHES = {
    "turn": "stage times of spoken turns, and our own share of them",
    "engine": "a served engine under load, notices to everybody, memory, and the store",
    "routing": "what local matching routes, how much of it is right, and how fast",
    "cards": "cards shown, paged and scrolled, and what they cost",
    "speech": "ears and voice: nothing lost, nothing late, offline words, the echo",
    "client": "the window: start, memory, idle CPU, stalls under load, the talk key",
    "quests": "reading and searching a quest book",
    "knowledge": "building and searching the knowledge index, beside FTS5 and bm25s",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    subparsers = parser.add_subparsers(dest="bench", metavar="BENCH", required=True)
    for name, help_line in BENCHES.items():
        subparser = subparsers.add_parser(name, help=help_line, description=help_line)
        subparser.add_argument("--json", action="store_true", help="the default: one JSON object")
        subparser.add_argument("--full", action="store_true", help="take longer, measure more")
        importlib.import_module(f"companion.commands.bench.{name}").add_arguments(subparser)


def run(arguments: argparse.Namespace) -> int:
    """Run one bench; 0 unless it could not measure at all."""
    bench = importlib.import_module(f"companion.commands.bench.{arguments.bench}")
    try:
        figures = bench.figures(arguments)
    except CompanionError as error:
        texts = merged(FALLBACK_LOCALE, translation_tables())
        print(texts.text(f"failure.{error.failure}", detail=error.detail), file=sys.stderr)
        return 1
    print(json.dumps(report(arguments.bench, figures), ensure_ascii=False))
    return 0
