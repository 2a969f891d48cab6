"""The operator's terminal: lines with history, and words completed with the tabulator key.

Where there is no terminal or no readline (Windows), lines are read plainly.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TextIO

try:
    import readline as _readline
    import termios as _termios
except ImportError:  # Windows has neither
    readline: ModuleType | None = None
    termios: ModuleType | None = None
else:
    readline, termios = _readline, _termios

Complete = Callable[[str], tuple[str, ...]]
"""A line up to the cursor to what its last word may become."""
PREFIX = "system"
OWN = ("stop",)
"""The console's own orders."""


def is_terminal(lines: TextIO) -> bool:
    """Whether somebody types there, so that words can be completed."""
    return readline is not None and lines.isatty()


def completed(line: str, complete: Complete) -> tuple[str, ...]:
    """What the last word of a line may become, with or without `/system` in front."""
    words = line.lstrip().removeprefix("/")
    if words.split(" ", 1)[0] == PREFIX and " " in words:
        words = words[len(PREFIX) :].lstrip()
    found = complete(words)
    if " " in words:
        return found
    return (*found, *(own for own in OWN if own.startswith(words.casefold())))


@contextlib.contextmanager
def restored(lines: TextIO) -> Iterator[None]:
    """Leave the terminal as it was found: the thread that reads ends with the process, unasked."""
    if termios is None or not is_terminal(lines):
        yield
        return
    kept = termios.tcgetattr(lines)
    try:
        yield
    finally:
        termios.tcsetattr(lines, termios.TCSADRAIN, kept)


def typed(complete: Complete) -> Iterator[str]:
    """Lines that somebody types, until their end. Blocks; on a thread of its own.

    Args:
        complete: Called on this thread.
    """
    if readline is None:
        return
    readline.set_completer_delims(" ")
    readline.set_completer(_completer(complete))
    readline.parse_and_bind("tab: complete")
    while True:
        try:
            yield input()
        except EOFError:
            return


def _completer(complete: Complete) -> Callable[[str, int], str | None]:
    found: tuple[str, ...] = ()

    def completer(_: str, state: int) -> str | None:
        nonlocal found
        if state == 0 and readline is not None:
            line = readline.get_line_buffer()[: readline.get_endidx()]
            try:
                found = completed(line, complete)
            except Exception:  # noqa: BLE001 - no completion is better than a broken prompt
                found = ()
        return f"{found[state]} " if state < len(found) else None

    return completer
