"""`companion demo`: five spoken turns without a screen, a sound card or a network.

Our own synthesiser speaks the player's part. The sound enters where a microphone's would, block by
block in real time while the talk key is held; only what the recogniser heard reaches the engine.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from companion.commands.demo.script import script
from companion.language.translations import merged
from companion.support.errors import Failure
from companion.support.logs import log_to
from companion.support.resources import LOCALES, translation_tables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--out", type=Path, default=Path("companion-demo"), metavar="DIR")
    parser.add_argument("--locale", choices=LOCALES, default="en_us")
    parser.add_argument("--instance", default="", metavar="FOLDER", help="read quests from here")
    parser.add_argument(
        "--say", type=Path, nargs="+", default=[], metavar="WAV", help="recordings to play instead"
    )
    parser.add_argument("--verbose", action="store_true", help="write the log to stderr")


def run(arguments: argparse.Namespace) -> int:
    """Play the turns; 0 when all of them were heard, understood and answered aloud."""
    began = time.monotonic()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"{arguments.out}: {error.strerror}", file=sys.stderr)
        return 1
    log_to(20 if arguments.verbose else 40, arguments.out / "demo.log")
    from companion.commands.demo.report import stages_line
    from companion.support.errors import CompanionError

    try:
        from companion.commands.demo.stage import Stage
    except ImportError as error:  # Qt needs libraries of the system, also without a screen
        texts = merged(arguments.locale, translation_tables())
        detail = str(error).partition(":")[0]
        print(texts.text(f"failure.{Failure.LIBRARY_MISSING}", detail=detail), file=sys.stderr)
        return 1
    lines = script(arguments.locale, tuple(arguments.say))
    stage = Stage(arguments.out, arguments.locale, _folder(arguments.instance), began)
    try:
        report = stage.play(lines)
    except CompanionError as error:
        print(stage.sentence(error), file=sys.stderr)
        return 1
    for number, turn in enumerate(report.turns, 1):
        verdict = "; ".join(turn.faults) or f"{turn.action}, answered: {turn.spoken}"
        print(f"{number}. said: {turn.said}  heard: {turn.heard}  -> {verdict}")
        print(f"   ms after key-up: {stages_line(turn.stages)}")
    print(f"{arguments.out / 'report.json'} and pictures and sound beside it")
    return 0 if report.passed else 1


def _folder(instance: str) -> str:
    return str(Path(instance).expanduser().absolute()) if instance else ""
