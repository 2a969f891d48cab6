"""`companion cards check PATH...`: every fault, with file, line, column and the nearest name."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.cards.files import Checked, check_paths
from companion.cards.library import load_library
from companion.cards.reasons import reason, worded
from companion.language.translations import Translations
from companion.support.paths import shipped
from companion.support.resources import LOCALES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "paths",
        type=Path,
        nargs="*",
        metavar="PATH",
        help="template, card, folder of templates, or resource pack; the shipped ones without any",
    )
    parser.add_argument(
        "--locale", choices=LOCALES, default="en_us", help="language that faults are told in"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """List the faults; 0 when there is none that keeps a template from being used."""
    paths = tuple(arguments.paths) or (shipped("cards"),)
    checked = check_paths(paths, load_library(LOCALES[0]).translations)
    texts = load_library(arguments.locale).translations
    if arguments.json:
        print(json.dumps(_report(checked, texts), ensure_ascii=False))
    else:
        _tell(checked, texts)
    return int(any(fault.fatal for fault in checked.faults))


def _tell(checked: Checked, texts: Translations) -> None:
    for fault in checked.faults:
        told = fault.told if fault.fatal else reason("default", fault=fault.told)
        print(worded(told, texts))
    print(worded(reason("counted", files=checked.files, faults=len(checked.faults)), texts))


def _report(checked: Checked, texts: Translations) -> dict[str, object]:
    return {
        "files": checked.files,
        "faults": [
            {
                "file": fault.file,
                "line": fault.line,
                "column": fault.column,
                "reason": worded(fault.reason, texts),
                "fatal": fault.fatal,
            }
            for fault in checked.faults
        ],
    }
