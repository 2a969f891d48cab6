"""Arguments to a command. `companion` alone opens the window."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import sys
from collections.abc import Sequence

from companion import __version__

COMMANDS = {
    "window": "open the window (the same as no command)",
    "demo": "play five spoken turns without a screen and leave pictures, sound and a report",
    "protocol": "print what client and engine say to each other, as a JSON Schema",
    "quests": "read the quest book of a Minecraft folder",
    "serve": "serve a world to players on other computers",
    "ask": "ask an engine something and print the answer",
    "talk": "press and release the talk key of the companion that runs",
    "models": "speech models: what is here, and bigger ones",
    "keys": "keep speech keys in the keyring",
    "hear": "recognise a recording, or what the microphone hears",
    "say": "have a text spoken",
    "voices": "show, design, bind and delete voices",
    "hotwords": "tables of words that DashScope's recognition prefers",
    "usage": "say what speech used and what it cost",
    "route": "say what a sentence is taken for, and why",
    "cards": "check, draw and edit the templates of cards",
    "shots": "take pictures of every window and page",
    "bench": "measure, and print one JSON object",
    "engine": "the engine's child process; started by the window",
    "speech": "the child process of offline speech; started by the window",
}
"""Name to help line; `companion/commands/<name>.py` has `add_arguments(parser)` and
`run(arguments) -> int`, and is imported only when its command is given."""

INTERRUPTED_CODE = 130
"""As shells know it: 128 and the number of SIGINT."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a title that a terminal cannot show ends nothing
        with contextlib.suppress(OSError):  # opened for both ways over a pipe, it cannot be asked
            sys.stdout.reconfigure(errors="replace")
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()  # here, where a reader that has gone is noticed and told to nobody
    except KeyboardInterrupt:
        return INTERRUPTED_CODE
    except BrokenPipeError:  # such as `companion quests FOLDER | head`
        _forget_stdout()
        return INTERRUPTED_CODE
    except SystemExit as ended:  # argparse has said its word: help, version, a mistake
        _flush_or_forget()
        raise ended from None
    return code


def _run(words: list[str]) -> int:
    """Read the arguments and run their command."""
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "window")
    parser = argparse.ArgumentParser(prog="companion", description="Beside your modded game.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, help_line in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=help_line, description=help_line)
        if name == words[0]:
            importlib.import_module(f"companion.commands.{name}").add_arguments(subparser)
    parsed = parser.parse_args(words)
    code: int = importlib.import_module(f"companion.commands.{parsed.command}").run(parsed)
    return code


def _flush_or_forget() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_stdout()


def _forget_stdout() -> None:
    """Let the interpreter flush into nothing when it ends; nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
